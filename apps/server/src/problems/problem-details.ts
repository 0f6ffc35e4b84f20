import { fill, refusals, type InTheWay, type Problem, type RefusalCode } from '@tocsin/contracts/refusals.js';

/** What is said besides the words of the code. */
export interface Details {
  readonly params?: Readonly<Record<string, string | number>>;
  /** In place of the sentence of the code, where somebody said more. */
  readonly detail?: string;
  readonly errors?: Problem['errors'] | undefined;
  readonly inTheWay?: readonly InTheWay[];
}

/** RFC 9457 problem details of a refusal: the one place where its words become an answer. Who sends it adds the id of the request. */
export const problemDetails = (
  code: RefusalCode,
  { params = {}, detail, errors, inTheWay = [] }: Details = {},
): Omit<Problem, 'correlationId'> => {
  const { status, says, todo } = refusals[code];
  const title = fill(says, params);
  return {
    type: `/docs/refusals#${code}`,
    title,
    status,
    code,
    detail: detail ?? title,
    todo: fill(todo, params),
    ...(errors ? { errors } : {}),
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(inTheWay.length > 0 ? { inTheWay } : {}),
  };
};

/** A bug: no refusal, and nothing of it can be said but where it was written down. */
export const faultDetails = {
  type: 'about:blank',
  title: 'This is a bug in Tocsin. Nothing that was accepted is lost.',
  status: 500,
  code: 'fault',
  detail: 'This is a bug in Tocsin. Nothing that was accepted is lost.',
  todo: 'Try again; tell the operator this id.',
} as const satisfies Omit<Problem, 'correlationId' | 'code'> & { readonly code: 'fault' };
