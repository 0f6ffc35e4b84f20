import { fill, refusals, type BlockingReference, type Problem, type RefusalCode } from '@tocsin/contracts/refusals.js';

/** Details of a refusal besides the texts of its code. */
export interface Details {
  readonly params?: Readonly<Record<string, string | number>>;
  /** Replaces the sentence of the code with a more specific one. */
  readonly detail?: string;
  readonly errors?: Problem['errors'] | undefined;
  readonly inTheWay?: readonly BlockingReference[];
}

/**
 * RFC 9457 problem details of a refusal: the only place where a refusal becomes an HTTP answer. The caller adds the id of the
 * request.
 */
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

/** The answer for a bug: not a refusal, so it only says where the error was logged. */
export const faultDetails = {
  type: 'about:blank',
  title: 'This is a bug in Tocsin. Nothing that was accepted is lost.',
  status: 500,
  code: 'fault',
  detail: 'This is a bug in Tocsin. Nothing that was accepted is lost.',
  todo: 'Try again; tell the operator this id.',
} as const satisfies Omit<Problem, 'correlationId' | 'code'> & { readonly code: 'fault' };
