/* docs/brine.ksy as a parser of payloads, which the compiler of Kaitai Struct makes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const DESCRIPTION = new URL('../../../../docs/brine.ksy', import.meta.url);

/** The names of columns by their kinds, or the first of these. */
const KINDS = { 0: 'VALUES', 1: 'CONSTANT', 2: 'BOOLEANS', 3: 'AFFINE', 4: 'F32', 5: 'F64', 8: 'INTEGERS', 16: 'DELTAS', 24: 'DECIMALS' };

/** Compiles the description and loads what came of it. */
async function classOf(require) {
	const compiler = require('kaitai-struct-compiler');
	const description = require('yaml').parse(readFileSync(DESCRIPTION, 'utf8'));
	// With the offsets of all parts.
	const files = await compiler.compile('javascript', description, null, true);
	const module = { exports: {} };
	new Function('require', 'module', 'exports', files['Brine.js'])(require, module, module.exports);
	return module.exports.Brine;
}

export default async function parserOf(directory) {
	const require = createRequire(`${directory}/`);
	const Brine = await classOf(require);
	const { KaitaiStream } = require('kaitai-struct');
	const nameOf = (tag) => {
		const names = Object.entries(Brine.Tag).filter(([, byte]) => byte <= tag && typeof byte === 'number');
		return names.reduce((a, b) => (b[1] > a[1] ? b : a))[0];
	};

	return (payload) => {
		const tree = new Brine(new KaitaiStream(payload));
		tree._read();
		const items = [];
		const walk = (part) => {
			if (Array.isArray(part)) {
				part.forEach(walk);
			} else if ([Brine.Value, Brine.RowHead, Brine.LayoutHead].some((type) => part instanceof type)) {
				items.push([part._debug.tag.start, nameOf(part.tag)]);
			} else if (part instanceof Brine.Column) {
				items.push([part._debug.kindAndFlag.start, `column ${KINDS[part.kind < 8 ? part.kind : part.kind & 0x38]}`]);
			}
			// What was read, without what leads back.
			Object.keys(part._debug ?? {}).forEach((name) => typeof part[name] === 'object' && walk(part[name]));
		};
		walk(tree);
		return items;
	};
}
