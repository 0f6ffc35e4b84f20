import type { NoticeMessage } from './notes.js';
import { renderButton, renderFrame, renderHeading, renderLink, renderParagraph } from './mail-html.js';

export interface FollowMail extends NoticeMessage {
  /** Ends the following, without signing in. */
  readonly unfollow: string;
}

const why = 'You follow this service. No one is paged by this message.';
const press = 'Stop following';

export const followText = ({ lines, link, unfollow }: FollowMail): string =>
  [...lines, '', link, '', why, `${press}: ${unfollow}`].join('\n');

export const followHtml = ({ subject, lines, link, label, unfollow }: FollowMail): string =>
  renderFrame(
    subject,
    [
      renderHeading(subject),
      ...lines.map((line) => renderParagraph(line, 'overflow-wrap:anywhere')),
      renderButton(label, link),
      renderParagraph(why, 'margin-top:24px;color:#4b5260', 'quiet'),
      renderLink(press, unfollow),
    ].join('\n'),
  );
