
'use strict';

// The theme: as the system says, until the switch is used. A page that was opened as a file may have no storage.
const themes = ['system', 'light', 'dark'];
const button = document.getElementById('theme');
function show(theme) {
	if (theme === 'system') {
		delete document.documentElement.dataset.theme;
	} else {
		document.documentElement.dataset.theme = theme;
	}
	button.textContent = 'Theme: ' + theme;
}
function stored(theme) {
	try {
		if (theme === undefined) {
			return localStorage.getItem('brine-bench-theme');
		}
		localStorage.setItem('brine-bench-theme', theme);
	} catch {
		return null;
	}
}
let theme = themes.includes(stored()) ? stored() : 'system';
show(theme);
button.addEventListener('click', () => {
	theme = themes[(themes.indexOf(theme) + 1) % themes.length];
	show(theme);
	stored(theme);
});

// Sorting by a column: upwards, downwards, and as it was. Cells without a figure come last.
function sort(head) {
	const table = head.closest('table');
	const column = head.cellIndex;
	const order = { none: 'ascending', ascending: 'descending', descending: 'none' }[head.getAttribute('aria-sort')];
	for (const other of head.parentNode.cells) {
		if (other.hasAttribute('aria-sort')) {
			other.setAttribute('aria-sort', other === head ? order : 'none');
		}
	}
	const value = (row) => order === 'none' ? row.dataset.i : row.cells[column].dataset.v;
	const sign = order === 'descending' ? -1 : 1;
	const compare = (a, b) => {
		const [x, y] = [value(a), value(b)];
		if (x === undefined || y === undefined) {
			return (x === undefined) - (y === undefined);
		}
		return sign * (column === 0 && order !== 'none' ? x.localeCompare(y, 'en', { numeric: true }) : x - y);
	};
	const body = table.querySelector('tbody.rows');
	body.append(...[...body.rows].sort(compare));
}

for (const section of document.querySelectorAll('section.table')) {
	const controls = section.querySelector('.controls');
	const tabs = [...controls.querySelectorAll('.tabs button')];
	const words = controls.querySelector('input[type="search"]');
	const behind = controls.querySelector('input[type="checkbox"]');
	const measures = [...section.querySelectorAll('.measure')];

	const filter = () => {
		const wanted = words.value.toLowerCase().split(/\s+/);
		for (const measure of measures) {
			for (const row of measure.querySelectorAll('tbody.rows tr')) {
				row.hidden = !wanted.every((word) => row.dataset.words.includes(word)) || (behind.checked && row.dataset.behind === undefined);
			}
		}
		const rows = [...section.querySelectorAll('.measure:not([hidden]) tbody.rows tr')];
		const shown = rows.filter((row) => !row.hidden).length;
		controls.querySelector('output').textContent = shown === rows.length ? '' : shown + ' of ' + rows.length + ' rows';
	};
	const choose = (name) => {
		for (const tab of tabs) {
			tab.setAttribute('aria-pressed', String(tab.dataset.measure === name));
		}
		for (const measure of measures) {
			measure.hidden = measure.dataset.measure !== name;
		}
		filter();
	};
	for (const tab of tabs) {
		tab.addEventListener('click', () => choose(tab.dataset.measure));
	}
	words.addEventListener('input', filter);
	behind.addEventListener('change', filter);
	for (const head of section.querySelectorAll('.measure th[aria-sort]')) {
		head.querySelector('button').addEventListener('click', () => sort(head));
	}
	if (tabs.length > 0) {
		choose(tabs[0].dataset.measure);
	}
}
