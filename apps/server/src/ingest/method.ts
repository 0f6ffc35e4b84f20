import { randomUUID } from 'node:crypto';
import { refuse, type SenderAnswer } from './format.js';
import { matchOf } from './routes.js';

/** The answer to a request for a sender’s address by another method than the address has; undefined when it has it. */
export const refuseMethod = (method: string, url: string): SenderAnswer | undefined => {
  const { format, route, methods } = matchOf(url)!;
  if (methods.includes(method)) return undefined;
  const texts = [`${method} is not answered here: ${methods.includes('POST') ? 'POST' : methods[0]} here.`];
  const { status, headers, body } = format.answer(refuse('other_method', { texts }), { requestId: randomUUID(), open: null });
  return {
    status,
    headers: { ...headers, allow: methods.filter((one) => !route.mappedMethods?.some((mapped) => mapped === one)).join(', ') },
    body,
  };
};
