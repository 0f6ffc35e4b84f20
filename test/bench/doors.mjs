import { createTransport } from 'nodemailer';
import { load, seconds, webhooks } from './ingest.mjs';
import { informationRow, median, round, runInterleaved } from './measure.mjs';
import { toAlertmanager } from './senders.mjs';
import { startTocsin } from './server-under-test.mjs';

const alerts = 500;
const mailPort = 20_525;
/** Mails on the way at one time: as many connections as one network may have, nearly. The generic door beside them has as many. */
const mailsAtOnce = 8;

const atOnceAsMails = `generic, ${mailsAtOnce} at once,`;

const about = 'CPU load has been above 90% for 5 minutes. '.repeat(12);
const all = (bodyOf) => Array.from({ length: alerts }, (_, n) => JSON.stringify(bodyOf(n)));

/** Each of about 1 KB, for one alert: the address and the bodies of a sender, by the key of its integration. */
const doors = {
  generic: (url, key) => [
    `${url}/ingest/generic/${key}`,
    all((n) => ({ summary: `CPU of web-${n}`, key: `cpu/${n}`, severity: 'warning', source: `web-${n}`, details: about })),
  ],
  'an Opsgenie create': (url, key) => [
    `${url}/v2/alerts?apiKey=${key}`,
    all((n) => ({ message: `CPU of web-${n}`, alias: `cpu/${n}`, priority: 'P3', source: `web-${n}`, description: about })),
  ],
  'a PagerDuty trigger': (url, key) => [
    `${url}/v2/enqueue`,
    all((n) => ({
      routing_key: key,
      event_action: 'trigger',
      dedup_key: `cpu/${n}`,
      payload: { summary: `CPU of web-${n}`, source: `web-${n}`, severity: 'warning', custom_details: { about } },
    })),
  ],
  'Prometheus itself': (url, key) => [
    `${url}/ingest/alertmanager/${key}/api/v2/alerts`,
    Array.from({ length: alerts }, (_, n) => toAlertmanager(n, 1)),
  ],
};
const kinds = {
  generic: 'generic',
  'an Opsgenie create': 'opsgenie',
  'a PagerDuty trigger': 'pagerduty-events',
  'Prometheus itself': 'alertmanager',
};

const notes = {
  'Prometheus itself': 'reading it costs some 50 µs more than a generic one: the key is a hash of its labels, and its end is computed',
  'a mail': 'four round trips of SMTP for each, where HTTP has one',
};

const loadMails = async (transport, to) => {
  const until = performance.now() + seconds * 1_000;
  let sent = 0;
  const one = async () => {
    while (performance.now() < until) {
      await transport.sendMail({ from: 'monitor@example.org', to, subject: `PROBLEM: CPU of web-${sent % alerts}`, text: about });
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: mailsAtOnce }, one));
  return sent / seconds;
};

/** What a request costs at the doors of other protocols, beside the generic one. */
export const senderDoors = async ({ rounds }) => {
  const tocsin = await startTocsin({ TOCSIN_MAIL_PORT: String(mailPort) });
  const transport = createTransport({ host: '127.0.0.1', port: mailPort, ignoreTLS: true, pool: true, maxConnections: mailsAtOnce });
  const keyOf = async (kind) => {
    const { teamId, serviceId } = tocsin.made;
    return (await tocsin.run('CreateIntegration', { teamId, serviceId, name: `Door of ${kind}`, kind })).says.key;
  };
  try {
    const contestants = {};
    for (const [name, door] of Object.entries(doors)) {
      const [url, bodies] = door(tocsin.url, await keyOf(kinds[name]));
      contestants[name] = () => load(url, bodies);
      if (name === 'generic') contestants[atOnceAsMails] = () => load(url, bodies, mailsAtOnce);
    }
    const hundreds = webhooks(100);
    contestants['Alertmanager, 100 alerts each'] = async () => 100 * (await load(tocsin.address, hundreds));
    const to = `${await keyOf('mail')}@tocsin.example.org`;
    contestants['a mail'] = () => loadMails(transport, to);
    const { figures, medians } = await runInterleaved(contestants, rounds);
    return Object.keys(contestants)
      .filter((name) => !name.startsWith('generic'))
      .map((name) => {
        const beside = name === 'a mail' ? atOnceAsMails : 'generic';
        const ratio = median(figures[name].map((figure, n) => figure / figures[beside][n]));
        const figure = `${round(medians[name])} alerts/s`;
        return informationRow(`Door of ${name}`, figure, `${beside} ${round(medians[beside])}/s`, ratio, notes[name]);
      });
  } finally {
    transport.close();
    await tocsin.stop();
  }
};
