import { frame, paragraph, press } from './mail-html.js';

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
  frame(
    mail.subject,
    [
      paragraph(mail.greeting, ''),
      paragraph(mail.says, ''),
      press(mail.press, mail.link),
      paragraph(mail.ends, 'margin-top:24px;color:#4b5260', 'quiet'),
    ].join('\n'),
  );
