import { renderFrame, renderParagraph, renderButton } from './mail-html.js';

/** A mail built around one link. */
export interface LinkMail {
  readonly subject: string;
  readonly greeting: string;
  readonly says: string;
  readonly press: string;
  readonly link: string;
  readonly ends: string;
}

export const linkText = ({ greeting, says, link, ends }: LinkMail): string => [greeting, says, '', link, '', ends].join('\n');

export const linkHtml = (mail: LinkMail): string =>
  renderFrame(
    mail.subject,
    [
      renderParagraph(mail.greeting, ''),
      renderParagraph(mail.says, ''),
      renderButton(mail.press, mail.link),
      renderParagraph(mail.ends, 'margin-top:24px;color:#4b5260', 'quiet'),
    ].join('\n'),
  );
