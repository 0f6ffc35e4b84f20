import { costFinding, deliveryFinding, loadFinding, noiseFinding, responseFinding } from '@tocsin/contracts/reports/findings.js';
import type { ReportFigures, ReportName } from '@tocsin/contracts/reports/reports.js';
import { renderFrame, renderHeading, renderLink, renderParagraph, renderButton } from './mail-html.js';

/** The reports of one team; of the whole organisation if the reader is in no team. */
export interface SummaryPart {
  readonly name: string;
  readonly figures: ReportFigures;
  /** Link to the screen of a report, pinned to a log position. */
  readonly link: (report: ReportName) => string;
}

export interface SummaryMail {
  readonly reader: string;
  /** `16–22 Nov 2026` */
  readonly week: string;
  readonly parts: readonly SummaryPart[];
  readonly settings: string;
}

const titles: Readonly<Record<ReportName, string>> = {
  response: 'Response',
  load: 'Load',
  noise: 'Noise',
  delivery: 'Delivery',
  cost: 'Cost',
};

/** Contains no names: whose figures the reader may see can change later. A quiet week gets one sentence. */
const findings = ({ response, load, noise, delivery, cost }: ReportFigures): readonly (readonly [ReportName, string])[] => {
  if (response.openings === 0 && load.interruptions === 0 && delivery.channels.length === 0)
    return [['response', 'A quiet week: no alert group was opened and no one was paged.']];
  return [
    ['response', responseFinding(response)],
    ['load', loadFinding({ ...load, people: [] }, () => '')],
    ['noise', noiseFinding(noise)],
    ['delivery', deliveryFinding(delivery)],
    ...(cost.messages + cost.calls > 0 ? [['cost', costFinding(cost)] as const] : []),
  ];
};

export const summarySubject = ({ week }: SummaryMail): string => `Tocsin: your week, ${week}`;

const greeting = ({ reader }: SummaryMail): string => `Hello ${reader},`;
const opening = ({ week, parts }: SummaryMail): string =>
  `Here are the reports for ${parts.length === 1 ? parts[0]!.name : 'your teams'}, ${week}.`;
const closing = 'You get this mail because you turned on the weekly summary. Turn it off in My settings:';

export const summaryText = (mail: SummaryMail): string =>
  [
    greeting(mail),
    opening(mail),
    ...mail.parts.flatMap(({ name, figures, link }) => [
      ...(mail.parts.length === 1 ? [] : ['', name]),
      ...findings(figures).flatMap(([report, finding]) => ['', `${titles[report]}: ${finding}`, link(report)]),
    ]),
    '',
    closing,
    mail.settings,
  ].join('\n');

const mutedStyle = 'color:#4b5260';

export const summaryHtml = (mail: SummaryMail): string =>
  renderFrame(
    summarySubject(mail),
    [
      renderParagraph(greeting(mail), ''),
      renderParagraph(opening(mail), ''),
      ...mail.parts.flatMap(({ name, figures, link }) => [
        ...(mail.parts.length === 1 ? [] : [renderHeading(name)]),
        ...findings(figures).flatMap(([report, finding]) => [renderLink(titles[report], link(report)), renderParagraph(finding, '')]),
      ]),
      renderButton('Open the reports', mail.parts[0]!.link('response')),
      renderParagraph(closing, `margin-top:24px;${mutedStyle}`, 'quiet'),
      renderLink('My settings', mail.settings),
    ].join('\n'),
  );
