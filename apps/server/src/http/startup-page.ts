import type { RequestListener, ServerResponse } from 'node:http';
import type { ReadyAnswer } from '@tocsin/contracts/health.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { FoldProgress } from '../core/startup-fold.js';
import { HttpProblem, problemOf } from '../problems/problem.js';

/** Seconds after which the client may try again. */
const retrySeconds = 3;

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${retrySeconds}"><title>Tocsin is starting</title>
<p>Tocsin is starting and reading its event log. Alerts are already being accepted. This page reloads automatically.</p></html>`;

const formatNumber = (n: number): string => n.toLocaleString('en');

/** What is not ready yet, as a sentence. */
export const describeProgress = ({ views, ordinal, target, eventsPerSecond }: FoldProgress): string => {
  const far = `at ${formatNumber(ordinal)} of ${formatNumber(target)} events, ${formatNumber(eventsPerSecond)}/s`;
  return views.length > 0
    ? `reading the log again after an upgrade or a lost file: ${views.join(', ')} (${far})`
    : `reading the log (${far})`;
};

const send = (response: ServerResponse, status: number, type: string, body: string): void => {
  // the request’s body is not read
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    connection: 'close',
    'retry-after': String(retrySeconds),
  });
  response.end(body);
};

/** Answers all requests, except those of senders, while memory is folded. */
export const whileStarting =
  (state: () => FoldProgress): RequestListener =>
  ({ url = '/', headers }, response) => {
    const path = url.split('?', 1)[0];
    if (path === '/healthz') return send(response, 200, 'application/json', JSON.stringify({ status: 'ok', version }));
    if (path === '/readyz') {
      const folding = state();
      const answer: ReadyAnswer = { status: 'not ready', why: [describeProgress(folding)], version, folding };
      return send(response, 503, 'application/json', JSON.stringify(answer));
    }
    if (headers.accept?.includes('text/html')) return send(response, 503, 'text/html; charset=utf-8', page);
    send(
      response,
      503,
      'application/problem+json',
      JSON.stringify(problemOf(new HttpProblem('store.starting', {}, undefined, retrySeconds))),
    );
  };
