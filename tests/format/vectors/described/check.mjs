/*
 * Runs the parser that Kaitai Struct makes of docs/brine.ksy (kaitai.mjs) over vectors. check.php calls it.
 *
 *     node check.mjs PARSER DIRECTORY
 *
 * DIRECTORY is where npm has put its packages. The vectors stand on the standard input, each a line of JSON: {name, payload, stated}. The payload is
 * in base64. Stated is what the lines of the vector say: where a line begins and ends, the tag, or the kind of a column, that it begins with, or
 * null, and all that it names. It is null if the vector is invalid and has to be refused.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, isMainThread, workerData } from 'node:worker_threads';

/** In MB: what parsers that call themselves need for a value that is 4,096 levels deep. */
const STACK = 256;

/** What is wrong, or null. */
function difference(parse, vector) {
	let items;
	try {
		items = parse(Buffer.from(vector.payload, 'base64'));
	} catch (error) {
		return vector.stated === null ? null : `is refused: ${error.message}`;
	}
	if (vector.stated === null) {
		return 'is not refused';
	}
	const found = new Set(items.map((item) => item.join(' ')));
	const missing = vector.stated.find(([from, , name]) => name !== null && !found.has(`${from} ${name}`));
	// A line that names none may have any.
	let line = 0;
	const surplus = items.sort((a, b) => a[0] - b[0]).find(([offset, name]) => {
		while (vector.stated[line][1] <= offset) {
			line++;
		}
		const names = vector.stated[line][3];
		return names.length > 0 && !names.includes(name);
	});
	return missing ? `${missing[2]} at ${missing[0]} is not found` : surplus ? `${surplus[1]} at ${surplus[0]} is found, but not stated` : null;
}

if (isMainThread) {
	const [parser, directory] = process.argv.slice(2);
	const lines = readFileSync(0, 'utf8').split('\n').filter((line) => line !== '');
	new Worker(fileURLToPath(import.meta.url), { workerData: { parser, directory, lines }, resourceLimits: { stackSizeMb: STACK } });
} else {
	const { default: parserOf } = await import(pathToFileURL(workerData.parser));
	const parse = await parserOf(workerData.directory);
	let failed = 0;
	for (const line of workerData.lines) {
		const vector = JSON.parse(line);
		const wrong = difference(parse, vector);
		if (wrong !== null) {
			failed++;
			console.log(`${vector.name}: ${wrong}`);
		}
	}
	console.log(`${workerData.lines.length - failed} passed, ${failed} failed`);
	process.exitCode = failed === 0 ? 0 : 1;
}
