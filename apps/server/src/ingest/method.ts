import { methodsOf } from './endpoint-paths.js';
import type { SenderAnswer } from './format.js';
import { formats } from './senders/senders.js';

/** The answer to a request for a sender’s address by another method than the address has; undefined when it has it. */
export const refuseMethod = (method: string, url: string): SenderAnswer | undefined => {
  const { path, methods } = methodsOf(url);
  if (methods.includes(method)) return undefined;
  const format = formats.find(({ endpoints }) => endpoints.some((endpoint) => endpoint.path === path))!;
  const allow = methods.join(', ');
  const { status, headers, body } = format.answerRefused({
    ok: false,
    refusal: 'other_method',
    texts: [`${method} is not answered here: POST here.`],
  });
  return { status, headers: { ...headers, allow }, body };
};
