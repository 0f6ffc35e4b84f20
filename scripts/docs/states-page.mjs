import { code, page, section, table } from './markdown.mjs';

/** The state machines as diagrams and tables. */
export function statesPage({ machines }) {
  const intro = 'States and transitions. Each transition is an event of the log; the diagram is drawn from the table below it.';
  return page(
    'States',
    intro,
    ...Object.entries(machines).map(([name, machine]) => section(name, machine.says, diagram(machine), ...tables(machine))),
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

function tables({ states, transitions }) {
  const rows = transitions.map(({ from, to, event, by, paging }) => [from ?? '–', to, code(event), by, paging]);
  const targetStates = new Set(transitions.map(({ to }) => to));
  const unused = states.filter((state) => !targetStates.has(state));
  return [
    table(['from', 'to', 'event', 'by', 'effect on paging'], rows),
    unused.length > 0 ? `Not reachable yet: ${unused.map(code).join(', ')}.` : '',
  ];
}
