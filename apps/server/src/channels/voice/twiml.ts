const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign]!);

const say = (text: string): string => `<Say language="en-US">${escape(text)}</Say>`;
const respond = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`;

/** What is said while a digit is awaited: only inside of `Gather` a digit counts that is pressed during it. */
export const gather = (action: string, ...texts: readonly string[]): string =>
  respond(
    `<Gather input="dtmf" numDigits="1" finishOnKey="" timeout="6" action="${escape(action)}">${texts.map(say).join('<Pause length="1"/>')}</Gather>`,
  );

/** Says it and hangs up; without texts it only hangs up. */
export const tell = (...texts: readonly string[]): string => respond(texts.map(say).join('<Pause length="1"/>'));
