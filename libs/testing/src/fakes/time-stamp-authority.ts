import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

const config = (dir: string): string => `
[tsa]
default_tsa = main
[main]
dir = ${dir}
serial = $dir/serial
crypto_device = builtin
signer_cert = $dir/signer.pem
certs = $dir/root.pem
signer_key = $dir/signer.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
ordering = yes
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

/** A time-stamping authority: `openssl ts` answers, behind a server on 127.0.0.1. */
export class TimeStampAuthority {
  /** What becomes of an answer before it is sent. */
  change: (answer: Buffer) => Buffer = (answer) => answer;
  requests = 0;

  private constructor(
    private readonly dir: string,
    private readonly server: Server,
  ) {
    server.on('request', (request, response) => {
      void buffer(request).then((query) => {
        this.requests += 1;
        const isQuery = request.headers['content-type'] === 'application/timestamp-query';
        if (!isQuery) response.writeHead(415).end();
        else response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(this.change(this.answer(query)));
      });
    });
  }

  static async start(): Promise<TimeStampAuthority> {
    const dir = mkdtempSync(join(tmpdir(), 'tsa-'));
    const run = (...args: readonly string[]): void => void execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
    writeFileSync(join(dir, 'ts.cnf'), config(dir));
    writeFileSync(join(dir, 'serial'), '01\n');
    writeFileSync(join(dir, 'signer.ext'), 'extendedKeyUsage=critical,timeStamping\nbasicConstraints=CA:false\n');
    run(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'root.key',
      '-out',
      'root.pem',
      '-days',
      '3650',
      '-subj',
      '/CN=Root of a test',
    );
    run('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'signer.key', '-out', 'signer.csr', '-subj', '/CN=Authority of a test');
    run(
      'x509',
      '-req',
      '-in',
      'signer.csr',
      '-CA',
      'root.pem',
      '-CAkey',
      'root.key',
      '-CAcreateserial',
      '-out',
      'signer.pem',
      '-days',
      '3650',
      '-extfile',
      'signer.ext',
    );
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TimeStampAuthority(dir, server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/tsr`;
  }

  /** Of its root. */
  get certificateFile(): string {
    return join(this.dir, 'root.pem');
  }

  answer(query: Buffer): Buffer {
    writeFileSync(join(this.dir, 'query.tsq'), query);
    execFileSync('openssl', ['ts', '-reply', '-config', 'ts.cnf', '-section', 'main', '-queryfile', 'query.tsq', '-out', 'reply.tsr'], {
      cwd: this.dir,
      stdio: 'pipe',
    });
    return readFileSync(join(this.dir, 'reply.tsr'));
  }

  /** What openssl says of a token for a text. Throws when it does not verify. */
  verify(text: string, token: Buffer): string {
    writeFileSync(join(this.dir, 'text'), text);
    writeFileSync(join(this.dir, 'token'), token);
    const args = ['ts', '-verify', '-data', 'text', '-in', 'token', '-token_in', '-CAfile', 'root.pem'];
    return execFileSync('openssl', args, { cwd: this.dir, encoding: 'utf8', stdio: 'pipe' });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
    rmSync(this.dir, { recursive: true, force: true });
  }
}
