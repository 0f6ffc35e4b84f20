import { renderFrame, renderParagraph } from './mail-html.js';

const why =
  'Keep this mail where nobody who runs Tocsin can change it. Anyone who rewrites the whole history on that machine and seals it again can’t rewrite this: ' +
  'compare the number of events and the root with “tocsin verify”.';

/** A seal of the history, for a mailbox outside. `size`: the events that it covers. */
export const sealMail = (note: string, size: number) => {
  const subject = `Seal over ${size} events`;
  const html = [renderParagraph(why, ''), renderParagraph(note, 'font-family:monospace;white-space:pre-line;overflow-wrap:anywhere')];
  return { subject, text: [why, '', note].join('\n'), html: renderFrame(subject, html.join('\n')) };
};
