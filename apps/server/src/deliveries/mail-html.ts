import { button, details, facts, links, mark, reasons, shortenTitle } from './wording.js';
import { bundleButton, bundleHeadline, bundleLines } from './bundle-wording.js';
import type { BundleMessage, PageMessage, VerificationMessage } from './notes.js';
import { formatWallClock } from './times.js';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

const dark = `@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; color: #e8eaed !important; }
  .quiet { color: #a3a9b3 !important; }
  .press { background: #e8eaed !important; color: #16181d !important; }
}`;

/** One column, inline styles, no external content: it looks the same in a mail program that blocks images. */
export const renderFrame = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(title)}</title>
<style>${dark}</style>
</head>
<body class="page" style="margin:0;padding:24px;background:#ffffff;color:#16181d;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto">
${content}
</div>
</body>
</html>`;

export const renderParagraph = (text: string, style: string, name = ''): string =>
  `<p class="${name}" style="margin:0 0 8px;${style}">${escape(text)}</p>`;

export const renderHeading = (text: string): string => `<h2 style="margin:28px 0 0;font-size:20px;line-height:1.3">${escape(text)}</h2>`;

/** A line that is one link. */
export const renderLink = (label: string, link: string): string =>
  `<p style="margin:16px 0 4px;font-weight:600"><a href="${escape(link)}" style="color:inherit">${escape(label)}</a></p>`;

export const renderButton = (label: string, link: string): string =>
  `<a class="press" href="${escape(link)}" style="display:block;margin:24px 0 0;padding:20px 24px;border-radius:12px;background:#16181d;color:#ffffff;` +
  `font-size:20px;font-weight:600;text-align:center;text-decoration:none">${escape(label)}</a>`;

/** Placed below the button, so that the button stays within reach of the thumb. */
const renderLines = (message: PageMessage): readonly string[] => {
  const lines = details(message).map((line) => renderParagraph(line, 'white-space:pre-line;overflow-wrap:anywhere'));
  const linksHtml = links(message).map(({ label, href }) => `<a href="${escape(href)}" style="color:inherit">${escape(label)}</a>`);
  const together = linksHtml.length > 0 ? [`<p class="quiet" style="margin:0 0 8px;color:#4b5260">${linksHtml.join(' · ')}</p>`] : [];
  const all = [...together, ...lines];
  return all.length > 0 ? ['<div style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #8885">', ...all, '</div>'] : [];
};

/** The page as a small mail with one big button. The button only opens a page: the action is a POST from there. */
export const pageHtml = (message: PageMessage): string => {
  const { label, link } = button(message);
  const heading = `${mark(message)} #${message.number} ${shortenTitle(message.title)}`;
  return renderFrame(
    heading,
    [
      `<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3">${escape(heading)}</h1>`,
      ...reasons(message).map((line) => renderParagraph(line, 'font-weight:600')),
      ...facts(message).map((line) => renderParagraph(line, 'color:#4b5260', 'quiet')),
      renderButton(label, link),
      ...renderLines(message),
    ].join('\n'),
  );
};

/** One message for several pages, as a small mail: the list is below the button, so that the button stays within reach of the thumb. */
export const bundleHtml = (message: BundleMessage): string => {
  const { label, link } = bundleButton(message);
  const heading = bundleHeadline(message);
  const [services, ...lines] = bundleLines(message);
  return renderFrame(
    heading,
    [
      `<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3">${escape(heading)}</h1>`,
      renderParagraph(services ?? '', 'color:#4b5260', 'quiet'),
      renderButton(label, link),
      '<div style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #8885">',
      ...lines.map((line) => renderParagraph(line, 'overflow-wrap:anywhere')),
      '</div>',
    ].join('\n'),
  );
};

const validUntilText = (message: VerificationMessage): string =>
  `It is valid until ${formatWallClock(message.expiresAt, message.timeZone)}.`;
const notMe = 'If you did not request it, ignore this message: without the code no one is paged here.';

export const verificationSubject = (message: VerificationMessage): string => `${message.code} is your Tocsin code`;

export const verificationText = (message: VerificationMessage): string =>
  [
    `Hello ${message.personName},`,
    `your code is ${message.code}. Enter it in Tocsin to be paged at this address.`,
    validUntilText(message),
    notMe,
  ].join('\n');

export const verificationHtml = (message: VerificationMessage): string =>
  renderFrame(
    verificationSubject(message),
    [
      renderParagraph(`Hello ${message.personName},`, ''),
      renderParagraph('enter this code in Tocsin to be paged at this address.', ''),
      renderParagraph(message.code, 'font-size:36px;font-weight:700;letter-spacing:6px;font-variant-numeric:tabular-nums'),
      renderParagraph(validUntilText(message), 'color:#4b5260', 'quiet'),
      renderParagraph(notMe, 'color:#4b5260', 'quiet'),
    ].join('\n'),
  );
