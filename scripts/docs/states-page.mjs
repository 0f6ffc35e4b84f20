import { code, page, section, table } from './markdown.mjs';

/** The machines as diagrams and tables. */
export function statesPage({ machines }) {
  const intro =
    'What things can be and how they become so. Each transition is an event of the log; the diagram is drawn from the table below it.';
  return page(
    'States',
    intro,
    ...Object.entries(machines).map(([name, machine]) => section(name, machine.says, diagram(machine), ...told(machine))),
  );
}

function diagram({ transitions }) {
  const arrows = new Map();
  for (const { from, to, event } of transitions) {
    const key = `${from ?? '[*]'} --> ${to}`;
    arrows.set(key, (arrows.get(key) ?? new Set()).add(event));
  }
  const lines = [...arrows].map(([arrow, events]) => `    ${arrow} : ${[...events].join(', ')}`);
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

function told({ states, transitions }) {
  const rows = transitions.map(({ from, to, event, by, paging }) => [from ?? '–', to, code(event), by, paging]);
  const named = new Set(transitions.map(({ to }) => to));
  const unused = states.filter((state) => !named.has(state));
  return [
    table(['from', 'to', 'event', 'by', 'what happens to paging'], rows),
    unused.length > 0 ? `Nothing leads to ${unused.map(code).join(', ')} yet.` : '',
  ];
}
