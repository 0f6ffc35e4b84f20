import { frame, paragraph } from './mail-html.js';

const subject = 'Test mail from Tocsin';
const says = 'Mail works: Tocsin sends mail through the server that sent this message.';

/** The mail that shows an owner that the mail server works. `url`: the address of this Tocsin. */
export const testMail = (url: string) => ({
  subject,
  text: [says, '', `Sent from ${url}`].join('\n'),
  html: frame(subject, [paragraph(says, ''), paragraph(`Sent from ${url}`, 'color:#4b5260', 'quiet')].join('\n')),
});
