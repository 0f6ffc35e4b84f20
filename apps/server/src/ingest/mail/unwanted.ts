import type { HeaderLines } from 'mailparser';

/** How many servers may have passed a mail on: more are a loop. RFC 5321, 6.3, asks for at least 100; alerts take few. */
const mostHops = 40;

/** The Message-ID of a page, a bundle or a code of any Tocsin: `deliveries/mail-ids.ts` makes them. */
const ownMessageId = /^<?(?:page|bundle|code)(?:\.[\da-f]{32}){3}(?:\.[\da-f]+)*@/;

const valuesOf = (lines: HeaderLines, name: string): readonly string[] =>
  lines.filter(({ key }) => key === name).map(({ line }) => line.slice(line.indexOf(':') + 1).trim());

const hasHeader = (lines: HeaderLines, ...names: readonly string[]): boolean => names.some((name) => valuesOf(lines, name).length > 0);

/** Whether a program may have written it, or a list have passed it on: its words are no answer of a person. */
export const isByProgram = (headers: HeaderLines): boolean => {
  const [submitted = 'no'] = valuesOf(headers, 'auto-submitted');
  const precedences = valuesOf(headers, 'precedence');
  return (
    !/^no\b/i.test(submitted) ||
    precedences.some((one) => /^(?:bulk|junk|list|auto_reply)\b/i.test(one)) ||
    hasHeader(headers, 'list-id', 'x-auto-response-suppress')
  );
};

/**
 * Why a mail is refused whatever it says: an answer of a program, a report of a mail server, or a page of Tocsin, which would page again. Mails that
 * programs write by themselves (`Auto-Submitted: auto-generated`) are what this is for. Null: it is not.
 */
export const refusalOfMail = (headers: HeaderLines): string | null => {
  const [submitted = 'no'] = valuesOf(headers, 'auto-submitted');
  if (/^auto-(?:replied|notified)/i.test(submitted) || hasHeader(headers, 'x-autoreply', 'x-autorespond'))
    return 'Automatic replies are not taken.';
  if (valuesOf(headers, 'content-type').some((type) => /^multipart\/report/i.test(type))) return 'Reports of mail servers are not taken.';
  if (valuesOf(headers, 'message-id').some((id) => ownMessageId.test(id))) return 'Pages of Tocsin are not taken: they would page again.';
  return valuesOf(headers, 'received').length > mostHops ? 'The mail goes round in circles.' : null;
};
