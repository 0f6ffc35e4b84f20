import jsonata from 'jsonata';
import * as mappingLimits from '@tocsin/contracts/mappings/limits.js';
import { LinearRegExp } from './linear-reg-exp.js';

/** Functions whose result is another one each time, and the one that hides a program in a text. */
const forbidden: ReadonlySet<unknown> = new Set(['now', 'millis', 'random', 'shuffle', 'eval']);

const { depth: stack, sequence } = mappingLimits.evaluation;
const options = {
  RegexEngine: LinearRegExp as unknown as RegExpConstructor,
  stack,
  sequence,
};

const reasonOf = (error: unknown): string =>
  (error instanceof RangeError ? 'it is nested too deeply' : String((error as { message?: unknown }).message ?? error)).slice(0, 200);

/** Every node of a parsed expression. */
function* nodesOf(tree: unknown): Iterable<Readonly<Record<string, unknown>>> {
  const seen = new Set<unknown>();
  const open = [tree];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    yield node as Readonly<Record<string, unknown>>;
    open.push(...Object.values(node));
  }
}

const problemIn = (tree: unknown): string | null => {
  for (const { type, value } of nodesOf(tree)) {
    if (type === 'variable' && forbidden.has(value)) return `$${String(value)} is not available`;
    // throws for what only a backtracking engine can do
    if (type === 'regex') void new LinearRegExp(value as RegExp);
  }
  return null;
};

export type CompiledExpression = { readonly expression: jsonata.Expression } | { readonly problem: string };

/** Parses an expression, and runs nothing. */
export const compileExpression = (text: string): CompiledExpression => {
  try {
    const expression = jsonata(text, options);
    const problem = problemIn(expression.ast());
    return problem === null ? { expression } : { problem };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
};
