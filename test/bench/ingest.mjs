import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import autocannon from 'autocannon';
import { runInterleaved, round, row, sized } from './measure.mjs';
import { startProgram, startTocsin } from './server-under-test.mjs';
import { toAlertmanager, webhook } from './senders.mjs';

const groups = 500;
export const seconds = sized(3, 1);

/** Different webhooks with this many alerts each. */
export const webhooks = (size) => Array.from({ length: size === 1 ? groups : 40 }, (_, group) => webhook(group, size));

/** Requests per second, with so many concurrent ones. Throws when one is refused. */
export const load = async (url, bodies, connections = 64) => {
  const requests = bodies.map((body) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } }));
  const result = await autocannon({ url, connections, duration: seconds, requests });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result['2xx'] / result.duration;
};

const startAlertmanager = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alertmanager-'));
  const config = join(folder, 'config.yml');
  writeFileSync(config, 'route:\n  receiver: none\nreceivers:\n  - name: none\n');
  const port = 19_093;
  const binary = process.env.TOCSIN_ALERTMANAGER ?? 'prometheus-alertmanager';
  const args = [
    `--config.file=${config}`,
    `--storage.path=${folder}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
    '--log.level=info',
  ];
  const program = await startProgram(binary, args, {}, /Listening on|listening on|msg=Listening/);
  return {
    url: `http://127.0.0.1:${port}/api/v2/alerts`,
    stop: () => program.stop().then(() => rmSync(folder, { recursive: true, force: true })),
  };
};

/** Durable ingest, compared with a server that stores nothing, and with Alertmanager, which keeps the same alerts in memory. */
export const ingest = async ({ rounds }) => {
  const tocsin = await startTocsin();
  const bareProgram = await startProgram(process.execPath, [resolve('test/bench/bare-fastify.mjs')], {}, /listens on (\S+)/);
  const alertmanager = await startAlertmanager().catch((error) => ({ missing: error.message, stop: async () => {} }));
  const rows = [];
  try {
    for (const [size, title] of [
      [1, 'one 1 KB signal a request'],
      [100, 'webhooks of 100 alerts'],
    ]) {
      const webhookBodies = webhooks(size);
      const alertmanagerBodies = Array.from({ length: size === 1 ? groups : 40 }, (_, group) => toAlertmanager(group, size));
      const contestants = {
        tocsin: () => load(tocsin.address, webhookBodies),
        ...(size === 1 ? { bare: () => load(bareProgram.found[1], webhookBodies) } : {}),
        ...(alertmanager.url ? { alertmanager: () => load(alertmanager.url, alertmanagerBodies) } : {}),
      };
      const { medians, ratios } = await runInterleaved(contestants, rounds);
      if (ratios.bare)
        rows.push(
          row(
            `Durable ingest, ${title}`,
            `${round(medians.tocsin)}/s`,
            `Fastify storing nothing ${round(medians.bare)}/s`,
            ratios.bare,
            0.85,
          ),
        );
      const target = size === 1 ? 1 : 1.5;
      if (ratios.alertmanager) {
        rows.push(
          row(
            `Durable ingest, ${title}`,
            `${round(medians.tocsin * size)} alerts/s`,
            `Alertmanager in memory ${round(medians.alertmanager * size)} alerts/s`,
            ratios.alertmanager,
            target,
          ),
        );
      } else rows.push({ what: title, note: `not run: Alertmanager: ${alertmanager.missing}` });
    }
  } finally {
    await Promise.all([tocsin.stop(), bareProgram.stop(), alertmanager.stop()]);
  }
  return rows;
};
