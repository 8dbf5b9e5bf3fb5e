/*
 * The grammar of docs/format.md, appendix A, as a parser of payloads. APG makes it of the text of the document.
 *
 * A grammar cannot count. What the appendix says of counts is done here, by a function for each rule that it lists: it parses what the rule repeats
 * as often as it has to be there. All else is the grammar's.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const DOCUMENT = new URL('../../../../docs/format.md', import.meta.url);

/** The rules that are a tag and what follows it. Those of the head of rows are without values. */
const TAGS = [
	'null', 'false', 'true', 'small-int', 'u8', 'u16', 'u32', 'i8', 'i16', 'i32', 'i64', 'f32', 'f64', 'short-string', 'string', 'empty-string',
	'string-ref-1', 'string-ref-2', 'string-ref', 'digits', 'hex', 'uuid', 'empty-array', 'short-list', 'list', 'run', 'map-head', 'shaped-1', 'shaped',
	'table', 'keyed-table', 'shaped-1-head', 'shaped-head', 'short-list-head', 'list-head', 'shared-2', 'shared', 'object-head', 'custom', 'enum',
	'serializable', 'object-ref', 'reference', 'reference-ref',
];

/** The rules that are a column, with the names of their kinds. */
const KINDS = {
	'all-values': 'VALUES', constant: 'CONSTANT', booleans: 'BOOLEANS', affine: 'AFFINE', 'floats-32': 'F32', 'floats-64': 'F64', integers: 'INTEGERS',
	deltas: 'DELTAS', decimals: 'DECIMALS',
};
const COLUMNS = Object.keys(KINDS);
/** The rules in which counts are used that were read in them. */
const SCOPES = [...TAGS, ...COLUMNS, 'map', 'object', 'head', 'rows', 'key-column'];

const NULLS = 0x40;
const OTHERS = 0x80;

function grammarOf(apgApi) {
	const text = readFileSync(DOCUMENT, 'utf8').match(/^```abnf\n(.*?)^```$/ms)[1];
	const api = new apgApi(text.replaceAll('\n', '\r\n'));
	// Strictly RFC 5234: without the additions of APG.
	api.generate(true);
	if (api.errors.length > 0) {
		throw new Error(api.errors.map((error) => `line ${error.line}: ${error.msg}`).join('; '));
	}
	return api.toObject();
}

/** The value of the uv that begins here. */
function uvOf(bytes, at) {
	const little = (size) => bytes.slice(at + 1, at + 1 + size).reduce((sum, byte, i) => sum + byte * 256 ** i, 0);
	const first = bytes[at];
	return first < 0xC0 ? first
		: first < 0xE0 ? 192 + 256 * (first - 0xC0) + little(1)
		: first < 0xEF ? 8384 + 65536 * (first - 0xE0) + little(2)
		: little(first === 0xF0 ? 4 : 8);
}

const isSet = (bits, i) => bits !== null && (bits[i >> 3] >> (i & 7) & 1) === 1;

export default function parserOf(directory) {
	const { apgApi, apgLib } = createRequire(`${directory}/`)('apg-js');
	const grammar = grammarOf(apgApi);
	const { ids } = apgLib;
	const indexes = Object.fromEntries(grammar.rules.map((rule) => [rule.lower, rule.index]));

	/** What the rules in SCOPES have read: the innermost one last. */
	let scopes;
	/** How many values each shape has. */
	let shapes;
	let items;

	const scope = () => scopes.at(-1);

	/** Parses `count` times what a rule says; `rules` gives the rule for each. */
	function repeat(sys, bytes, at, count, rules) {
		let size = 0;
		for (let i = 0; i < count; i++) {
			if (at + size >= bytes.length) {
				sys.state = ids.NOMATCH;
				return;
			}
			sys.refresh();
			sys.evaluateRule(indexes[rules(i)], at + size, sys);
			if (sys.state === ids.NOMATCH) {
				return;
			}
			size += sys.phraseLength;
		}
		sys.state = size === 0 ? ids.EMPTY : ids.MATCH;
		sys.phraseLength = size;
	}

	/** Takes that many bytes. */
	function take(sys, bytes, at, size) {
		const enough = at + size <= bytes.length;
		sys.state = !enough ? ids.NOMATCH : size === 0 ? ids.EMPTY : ids.MATCH;
		sys.phraseLength = enough ? size : 0;
	}

	/** How many values an instance has. */
	function valuesOf(one, bytes) {
		switch (one.rule) {
			case 'short-list': return bytes[one.at] - 0xBF;
			case 'shaped-1': return shapes[bytes[one.at] - 0xB0];
			case 'shaped': return shapes[one.numbers[0]];
			default: return one.numbers[0];
		}
	}

	function cellsOf(column) {
		switch (column.rule) {
			case 'floats-32': return column.members * 4;
			case 'floats-64': return column.members * 8;
			default: return (column.rule === 'deltas' || column.kind >> 3 === 2 ? column.members - 1 : column.members) * ((column.kind & 7) + 1);
		}
	}

	/** The columns of which this row has a value of its own. */
	const ownValues = (columns, row) => columns.filter((column) => column.rule === 'all-values' || (column.flag === OTHERS && isSet(column.bitmap, row)));

	/** What the appendix says of counts, by rule. */
	const counted = {
		bytes(sys, bytes, at) {
			const { rule, numbers, at: tagAt } = scope();
			const n = rule === 'short-string' ? bytes[tagAt] - 0x1F : numbers[0];
			take(sys, bytes, at, rule === 'digits' || rule === 'hex' ? Math.ceil(n / 2) : n);
		},
		keys(sys, bytes, at) {
			const { rule, numbers } = scope();
			if (rule === 'map-head') {
				shapes.push(numbers[0]);
			}
			repeat(sys, bytes, at, numbers[0], () => 'key');
		},
		names(sys, bytes, at) {
			shapes.push(scope().numbers[0]);
			repeat(sys, bytes, at, scope().numbers[0], () => 'name');
		},
		values(sys, bytes, at) {
			const count = valuesOf(scope(), bytes);
			if (count === undefined) {
				sys.state = ids.NOMATCH;
				return;
			}
			repeat(sys, bytes, at, count, () => 'value');
		},
		bitmap(sys, bytes, at) {
			const one = scope();
			take(sys, bytes, at, Math.ceil(one.count / 8));
			one.bitmap = bytes.slice(at, at + sys.phraseLength);
			one.members = one.count - one.bitmap.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
		},
		bits(sys, bytes, at) {
			take(sys, bytes, at, Math.ceil(scope().members / 8));
		},
		cells(sys, bytes, at) {
			take(sys, bytes, at, cellsOf(scope()));
		},
		'own-values'(sys, bytes, at) {
			const [column] = scope().columns;
			repeat(sys, bytes, at, column.flag === OTHERS ? column.count - column.members : 0, () => 'value');
		},
		columns(sys, bytes, at) {
			repeat(sys, bytes, at, scope().width, () => 'column');
		},
		elements(sys, bytes, at) {
			const rows = scope();
			let row = 0;
			let size = 0;
			if (rows.count > 8 * bytes.length) {
				sys.state = ids.NOMATCH;
				return;
			}
			for (let i = 0; i < rows.count; i++) {
				const isMarked = isSet(rows.bitmap, i);
				const count = isMarked ? 1 : ownValues(rows.columns, row++).length;
				repeat(sys, bytes, at + size, count, () => 'value');
				if (sys.state === ids.NOMATCH) {
					return;
				}
				size += count > 0 ? sys.phraseLength : 0;
			}
			sys.state = size === 0 ? ids.EMPTY : ids.MATCH;
			sys.phraseLength = size;
		},
	};

	/** What a rule that has ended leaves behind for the one around it. */
	const ended = {
		uv(one, bytes, at) {
			one.numbers.push(uvOf(bytes, at));
		},
		class(one) {
			if (one.rule === 'custom') {
				shapes.push(1);
			}
		},
		'map-head': (one, bytes, at, ending) => one.numbers.push(ending.numbers[0]),
		'object-head': (one, bytes, at, ending) => one.numbers.push(ending.numbers[0]),
		'short-list-head': (one, bytes, at) => one.numbers.push(bytes[at] - 0xBF),
		'list-head': (one, bytes, at, ending) => one.numbers.push(ending.numbers[0]),
		'shaped-1-head': (one, bytes, at) => one.numbers.push(shapes[bytes[at] - 0xB0]),
		'shaped-head': (one, bytes, at, ending) => one.numbers.push(shapes[ending.numbers[0]]),
		head(rows, bytes, at, ending) {
			rows.width = ending.numbers[0];
		},
		...Object.fromEntries(COLUMNS.map((name) => [name, (one, bytes, at, ending) => one.columns.push(ending)])),
	};

	function begin(rule, bytes, at) {
		const around = scope();
		const one = { rule, at, numbers: [], columns: [], bitmap: null };
		if (rule === 'rows') {
			one.count = around.numbers[0];
			one.members = one.count;
		} else if (COLUMNS.includes(rule) || rule === 'key-column') {
			one.count = rule !== 'key-column' && around.rule === 'rows' ? around.members : around.numbers[0];
			one.members = one.count;
			one.kind = bytes[at] & 0x3F;
			one.flag = bytes[at] & (NULLS | OTHERS);
		}
		scopes.push(one);
	}

	/** Called by APG before and after a rule. */
	function callback(name) {
		return (sys, bytes, at) => {
			if (sys.state === ids.ACTIVE) {
				if (SCOPES.includes(name)) {
					begin(name, bytes, at);
				}
				counted[name]?.(sys, bytes, at);
				return;
			}
			const ending = SCOPES.includes(name) ? scopes.pop() : null;
			if (sys.state === ids.NOMATCH) {
				return;
			}
			if (TAGS.includes(name)) {
				items.push([at, name.replace(/-head$/, '').replaceAll('-', '_').toUpperCase()]);
			}
			if (name in KINDS || name === 'key-column') {
				const kind = ending.kind;
				items.push([at, `column ${KINDS[name] ?? (kind === 3 ? 'AFFINE' : kind < 0x10 ? 'INTEGERS' : 'DELTAS')}`]);
			}
			ended[name]?.(scope(), bytes, at, ending);
		};
	}

	return (payload) => {
		scopes = [{ rule: 'payload', numbers: [], columns: [] }];
		shapes = [];
		items = [];
		const parser = new apgLib.parser();
		for (const name of new Set([...SCOPES, ...Object.keys(counted), ...Object.keys(ended)])) {
			parser.callbacks[name] = callback(name);
		}
		const result = parser.parse(grammar, 'payload', [...payload]);
		if (!result.success) {
			throw new Error(`the grammar matches ${result.maxMatched} of ${payload.length} bytes`);
		}
		return items;
	};
}
