import * as contactLimits from '@tocsin/contracts/contacts/limits.js';

/** As many whole characters as fit into so many bytes of UTF-8, with an ellipsis if there were more. */
export const cutBytes = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text;
  const start = Buffer.from(text).subarray(0, bytes - Buffer.byteLength('…'));
  // the last character may be cut: the decoder marks it
  return `${start.toString('utf8').replace(/\uFFFD+$/, '')}…`;
};

/** What is left of a request for its text, beside title, links and buttons. */
const quotedBytes = contactLimits.ntfyRequestBytes / 2;

/** The lines as one text that is no file on any server. Control characters, which JSON writes with six bytes, are left out. */
export const fitMessage = (lines: readonly string[]): string => {
  const text = lines.join('\n').replace(/(?![\n\t])\p{Cc}/gu, '');
  let [fitted, bytes] = [cutBytes(text, contactLimits.ntfyMessageBytes), contactLimits.ntfyMessageBytes];
  while (Buffer.byteLength(JSON.stringify(fitted)) > quotedBytes) {
    bytes -= 100;
    fitted = cutBytes(text, bytes);
  }
  return fitted;
};
