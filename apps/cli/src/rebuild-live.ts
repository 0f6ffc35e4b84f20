import { setTimeout as pause } from 'node:timers/promises';
import type { RebuildShown } from '@tocsin/contracts/http.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { CliRefused } from './cli-refused.js';
import { ProgressBar, type Terminal } from './progress-bar.js';
import { RunningServer, sentenceOf } from './running-server.js';
import type { Settings } from './settings.js';

const lookEvery = 200; // ms

/** Asks the server that holds the data folder to rebuild, and shows its progress. Returns the exit code. */
export const rebuildLive = async (views: readonly AnyView[], { data }: Settings, terminal: Terminal): Promise<number> => {
  const server = RunningServer.of(data);
  terminal.write(`The server at ${server.url} uses ${data}: it rebuilds while the existing views stay available.\n`);
  const answer = await server.ask('POST', '/api/rebuild', { views: views.map(({ name }) => name) });
  if (answer.status !== 202) throw new CliRefused(sentenceOf(answer));
  const { views: names, trouble } = await followRebuild(server, new ProgressBar(terminal, 'rebuilding'));
  if (trouble === null) {
    terminal.write(`Rebuilt ${names.join(', ')}.\n`);
    return 0;
  }
  throw new CliRefused(`The rebuild failed: ${trouble}. The existing views were kept.`);
};

const followRebuild = async (server: RunningServer, bar: ProgressBar): Promise<NonNullable<RebuildShown['last']>> => {
  for (;;) {
    const { body } = await server.ask<RebuildShown>('GET', '/api/rebuild');
    if (!body.running && body.last) {
      bar.end();
      return body.last;
    }
    if (body.running && body.running.target > 0) bar.show(body.running.ordinal, body.running.target);
    await pause(lookEvery);
  }
};
