import type { Expression } from 'jsonata';
import * as mappingLimits from '@tocsin/contracts/mappings/limits.js';
import type { MappedField } from '@tocsin/contracts/mappings/noun.js';
import { compileExpression } from '@tocsin/domain/setup/mappings/shared/compile.js';
import { asObject } from '../parsing/lenient-fields.js';
import { readRaw } from '../raw-body.js';
import { genericSignal } from '../senders/generic/format.js';
import { failedFor, type MappingOrder, type MappingResult } from './mapping-order.js';

/** JSONata calls what is bound to it before each step of an evaluation. */
const everyStep = Symbol.for('jsonata.__evaluate_entry') as unknown as string;
const tooSlow: ReadonlySet<string> = new Set(['D1012', 'steps']);
const tooLarge: ReadonlySet<string> = new Set(['D1011', 'D2015', 'D2014', 'size']);

class EvaluationFailed {
  constructor(readonly result: MappingResult) {}
}

/** Compiled ones by their texts: the same few come again and again. */
const compiled = new Map<string, ReturnType<typeof compileExpression>>();
const compiledAtMost = 500;

const compile = (text: string): ReturnType<typeof compileExpression> => {
  const known = compiled.get(text);
  if (known) return known;
  if (compiled.size >= compiledAtMost) compiled.clear();
  const fresh = compileExpression(text);
  compiled.set(text, fresh);
  return fresh;
};

const countSteps = (expression: Expression): void => {
  let steps = 0;
  expression.assign(everyStep, () => {
    steps += 1;
    if (steps > mappingLimits.evaluation.steps) throw Object.assign(new Error('The expression takes too many steps'), { code: 'steps' });
  });
};

const failureOf = (field: MappedField, error: unknown): EvaluationFailed => {
  const { code = '', message } = error as { code?: string; message?: unknown };
  const isTooLarge = tooLarge.has(code) || error instanceof RangeError;
  const reason = tooSlow.has(code) ? 'too_slow' : isTooLarge ? 'too_large' : 'expression';
  const known = /^[A-Z]\d{4}$/.test(code) ? { code } : {};
  return new EvaluationFailed(failedFor(reason, { field, ...known, says: String(message ?? error).slice(0, 300) }));
};

const evaluateField = async (field: MappedField, text: string, input: unknown): Promise<unknown> => {
  const one = compile(text);
  if ('problem' in one) throw new EvaluationFailed(failedFor('expression', { field, says: one.problem }));
  try {
    countSteps(one.expression);
    return await one.expression.evaluate(input);
  } catch (error) {
    throw failureOf(field, error);
  }
};

const isFunction = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('_jsonata_function' in value || '_jsonata_lambda' in value);
const withoutFunctions = (_name: string, value: unknown): unknown => (isFunction(value) ? undefined : value);

/** Plain data of what an expression gave: functions are left out. Throws for what is too large, and for what contains itself. */
const plainOf = (field: MappedField, value: unknown, left: number): { readonly value: unknown; readonly length: number } => {
  try {
    const text = JSON.stringify(value, withoutFunctions) as string | undefined;
    if (text === undefined) return { value: undefined, length: 0 };
    if (text.length > left) throw Object.assign(new Error('The result is too large'), { code: 'size' });
    return { value: JSON.parse(text), length: text.length };
  } catch (error) {
    throw failureOf(field, error);
  }
};

const inputOf = (raw: string): unknown => {
  try {
    return JSON.parse(readRaw(raw));
  } catch {
    throw new EvaluationFailed(failedFor('not_read', { says: 'The body is too long, or no JSON.' }));
  }
};

const mappedOf = async ({ fields, raw }: MappingOrder): Promise<Record<string, unknown>> => {
  const input = inputOf(raw);
  const mapped: Record<string, unknown> = { ...asObject(input) };
  let left: number = mappingLimits.resultCharacters;
  for (const [field, text] of Object.entries(fields) as [MappedField, string][]) {
    const { value, length } = plainOf(field, await evaluateField(field, text, input), left);
    left -= length;
    mapped[field] = value;
    // both names are read where only one of them is mapped
    if (field === 'key') delete mapped['dedup_key'];
    if (field === 'action') delete mapped['status'];
  }
  return mapped;
};

/** What a request becomes. Never rejects; an expression that does not end is ended with its thread. */
export const mapRequest = async (order: MappingOrder): Promise<MappingResult> => {
  try {
    const body = await mappedOf(order);
    const reading = genericSignal.read({ method: 'POST', path: '', params: {}, query: {}, receivedAt: '', body }, '');
    if (reading.kind === 'refusal') return failedFor('no_summary', { field: 'summary', says: reading.texts.join(' ') });
    return { reading: { signal: reading.signal, keyFrom: reading.keyFrom } };
  } catch (error) {
    return error instanceof EvaluationFailed ? error.result : failedFor('expression', { says: String(error).slice(0, 300) });
  }
};
