import { renderFrame, renderParagraph } from './mail-html.js';

const subject = 'Test mail from Tocsin';
const sentence = 'Mail works: Tocsin sends mail through the server that sent this message.';

/** The mail that shows an owner that the mail server works. `url`: the address of this Tocsin. */
export const testMail = (url: string) => ({
  subject,
  text: [sentence, '', `Sent from ${url}`].join('\n'),
  html: renderFrame(subject, [renderParagraph(sentence, ''), renderParagraph(`Sent from ${url}`, 'color:#4b5260', 'quiet')].join('\n')),
});
