import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as ask, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { connect } from 'node:tls';
import { once } from 'node:events';
import { io } from 'socket.io-client';
import { makeCertificate, type CertificateFiles } from '@tocsin/testing/machine/certificates.js';
import { commandLineProgram } from '@tocsin/testing/stage/program.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-tls-'));
let servedCertificate: CertificateFiles;
let renewedCertificate: CertificateFiles;
let tocsin: Tocsin;

beforeAll(async () => {
  servedCertificate = await makeCertificate(folder, 'served');
  renewedCertificate = await makeCertificate(folder, 'renewed');
  tocsin = await Tocsin.start({
    profile: 'embedded',
    isOwnProcess: true,
    env: { TOCSIN_TLS_CERT: servedCertificate.cert, TOCSIN_TLS_KEY: servedCertificate.key },
  });
});
afterAll(async () => {
  await tocsin.end();
  rmSync(folder, { recursive: true });
});

interface HttpsResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}
const requestHttps = async (path: string, options: RequestOptions = {}, body?: object): Promise<HttpsResponse> => {
  const clientRequest = ask(`${tocsin.url}${path}`, { ca: readFileSync(servedCertificate.cert), ...options });
  clientRequest.end(body && JSON.stringify(body));
  const [answer] = (await once(clientRequest, 'response')) as [import('node:http').IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode!, headers: answer.headers, body: text };
};
/** The common name of the certificate currently served. */
const readCertificateName = async (): Promise<string> => {
  const socket = connect({ port: Number(new URL(tocsin.url).port), host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const name = socket.getPeerCertificate().subject.CN;
  socket.destroy();
  return String(name);
};
const json = { 'content-type': 'application/json' };

describe('with a certificate of its own', () => {
  it('speaks https, and says so', async () => {
    expect(new URL(tocsin.url).protocol).toBe('https:');
    expect(await requestHttps('/readyz')).toMatchObject({ status: 200 });
    expect(JSON.parse((await requestHttps('/api/status')).body)).toMatchObject({ url: tocsin.url });
  });

  it('gives a cookie that only this host can set, by https alone, and takes it from sockets too', async () => {
    const body = { organisation: 'Acme', name: 'Ana', email: 'ana@example.org', password: 'correct horse battery' };
    const setUpResponse = await requestHttps('/api/setup', { method: 'POST', headers: json }, body);
    const [cookie] = setUpResponse.headers['set-cookie'] as string[];
    expect(cookie).toMatch(/^__Host-tocsin_session=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/);
    const [pair] = cookie!.split(';');
    expect((await requestHttps('/api/session', { headers: { cookie: pair } })).status).toBe(200);
    expect((await requestHttps('/api/session', { headers: { cookie: pair!.replace('__Host-', '') } })).status).toBe(401);
    const socket = io(tocsin.url, {
      path: '/live',
      extraHeaders: { cookie: pair! },
      ca: readFileSync(servedCertificate.cert, 'utf8'),
      transports: ['websocket'],
    });
    await new Promise<void>((resolve) => socket.emit('watch', ['alertGroups'], () => resolve()));
    socket.disconnect();
  });

  it('tells browsers to come by https from now on, wherever that does no harm', async () => {
    expect((await requestHttps('/api/status')).headers['strict-transport-security']).toBe('max-age=31536000');
    const local = await requestHttps('/api/status', { headers: { host: 'localhost' } });
    expect(local.headers['strict-transport-security']).toBeUndefined();
  });

  it('is reached by the operator’s commands', () => {
    const run = (...args: string[]): string =>
      execFileSync(process.execPath, [commandLineProgram, ...args], {
        env: { ...process.env, NODE_OPTIONS: '', TOCSIN_DATA: tocsin.data, TOCSIN_CLOCK: 'manual' },
        encoding: 'utf8',
      });
    expect(run('doctor')).toContain(`is ready at ${tocsin.url}`);
    expect(run('rebuild', 'alertGroups')).toMatch(/rebuilt|done/i);
  });

  it('shows a renewed certificate without a restart', async () => {
    expect(await readCertificateName()).toBe('served');
    copyFileSync(renewedCertificate.cert, servedCertificate.cert);
    copyFileSync(renewedCertificate.key, servedCertificate.key);
    tocsin.sendSignal('SIGHUP');
    let name = '';
    for (let tries = 0; tries < 1_000 && name !== 'renewed'; tries += 1) name = await readCertificateName();
    expect(name).toBe('renewed');
    expect((await requestHttps('/readyz')).status).toBe(200);
  });
});
