/** The way to a value inside a sample: names of fields, and places in lists. */
export type ValuePath = readonly (string | number)[];

const isPlain = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !['and', 'or', 'in', 'true', 'false', 'null'].includes(name);

const stepOf = (step: string | number): string => {
  if (typeof step === 'number') return `[${step}]`;
  if (isPlain(step)) return `.${step}`;
  return step.includes('`') ? `.$lookup($, ${JSON.stringify(step)})` : `.\`${step}\``;
};

/** The expression that gives a value of the sample: `alerts[0].labels.host`. */
export const expressionOf = (path: ValuePath): string => {
  const text = path.map(stepOf).join('');
  return text.startsWith('.') ? text.slice(1) : `$${text}`;
};
