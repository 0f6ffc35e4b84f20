import { readFileSync } from 'node:fs';
import type { Promises } from './cast.js';

const alertOf = (labels: Record<string, string>, annotations: Record<string, string>, startsAt = '2026-01-01T03:12:00Z') => ({
  status: 'firing',
  labels,
  annotations,
  startsAt,
  endsAt: '0001-01-01T00:00:00Z',
  fingerprint: Object.values(labels).join('/'),
});
const messageOf = (groupKey: string, alerts: readonly object[]) => ({
  version: '4',
  groupKey,
  truncatedAlerts: 0,
  status: 'firing',
  groupLabels: { alertname: groupKey },
  commonLabels: {},
  commonAnnotations: {},
  alerts,
});
const grafanaFailure = JSON.parse(readFileSync(`${__dirname}/grafana-datasource-error.json`, 'utf8')) as {
  alerts: { labels: Record<string, string> }[];
};

export const aTitleSaysWhereOnOneLine: Promises = {
  'with the instance, when the summary names none': async (cast) => {
    const { path } = await cast.stage.integration('alertmanager');
    const send = (body: object) => cast.stage.tocsin.anonymous.request('POST', path, body);
    const summary = 'Filesystem has less than 3% space left.';
    await send(messageOf('Where', [alertOf({ alertname: 'Where', severity: 'critical', instance: 'db-1:9100' }, { summary })]));
    await cast.stage.settle();
    expect((await cast.getLastGroup()).title).toBe(`${summary} (db-1:9100)`);
    expect(cast.ana.phone.pages.at(-1)!.title).toBe(`${summary} (db-1:9100)`);
    const named = 'Filesystem of db-7 has less than 3% space left.';
    await send(messageOf('Named', [alertOf({ alertname: 'Named', severity: 'critical', instance: 'db-7:9100' }, { summary: named })]));
    await cast.stage.settle();
    expect((await cast.getLastGroup()).title).toBe(named);
  },

  'with the first few and a count, where several say the same': async (cast) => {
    const { path } = await cast.stage.integration('alertmanager');
    const summary = 'Pod is crash looping.';
    const pods = [1, 2, 3, 4, 5].map((n) =>
      alertOf({ alertname: 'Crash', severity: 'critical', pod: `api-${n}`, instance: 'k1' }, { summary }),
    );
    await cast.stage.tocsin.anonymous.request('POST', path, messageOf('Crash', pods));
    await cast.stage.settle();
    expect((await cast.getLastGroup()).title).toBe('Pod is crash looping. (api-1, api-2, api-3 and 2 more)');
  },

  'without line breaks, tabs and marks of direction': async (cast) => {
    await cast.stage.generic({ summary: ' Disk\r\nis\t\u202Efull \u0007', name: 'a\nb', key: 'one-line' });
    expect((await cast.getLastGroup()).title).toBe('Disk is full');
  },

  'and Grafana’s own failures name the rule and what went wrong': async (cast) => {
    const { path } = await cast.stage.integration('alertmanager');
    await cast.stage.tocsin.anonymous.request('POST', path, grafanaFailure);
    await cast.stage.settle();
    expect((await cast.getLastGroup()).title).toBe('Queue depth: failed to execute query A: context deadline exceeded');
    const { labels } = grafanaFailure.alerts[0]!;
    const noData = alertOf({ ...labels, alertname: 'DatasourceNoData' }, {});
    await cast.stage.tocsin.anonymous.request('POST', path, { ...grafanaFailure, groupKey: 'no-data', alerts: [noData] });
    await cast.stage.settle();
    expect((await cast.getLastGroup()).title).toBe('Queue depth: no data');
  },

  'and words of other senders resolve and acknowledge': async (cast) => {
    const words = ['success', 'OK', 'normal', 'healthy', 'online', 'up', 'inactive', 'passed', 'end', 'closed', 'recovery', 'resolved'];
    for (const [n, word] of words.entries()) {
      const key = `word-${n}`;
      await cast.stage.generic({ summary: `Word ${n}`, key });
      expect(await cast.getLastGroup()).toMatchObject({ title: `Word ${n}`, status: 'firing' });
      await cast.stage.generic(n % 2 === 0 ? { status: word, key } : { action: word, key });
      expect([word, (await cast.getLastGroup()).status]).toEqual([word, 'resolved']);
    }
    await cast.stage.generic({ summary: 'Host down', key: 'nagios' });
    await cast.stage.generic({ action: 'ACKNOWLEDGEMENT', key: 'nagios' });
    expect((await cast.getLastGroup()).status).toBe('acknowledged');
  },
};
