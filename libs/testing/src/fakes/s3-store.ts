import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const keyId = 'TESTKEY';
const secret = 'test/secret+of+a+bucket';
const region = 'eu-test-1';
/** S3 takes no smaller part but the last. */
const leastPart = 5 * 1024 * 1024;

interface Refusal {
  readonly status: number;
  readonly code: string;
}
const refusal = (status: number, code: string): Refusal => ({ status, code });

interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const xml = (root: string, inner: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${inner}</${root}>`;

/**
 * A store that speaks S3 on 127.0.0.1, with one bucket, and that refuses what S3 refuses: signatures that don’t fit, instants that are too far off, unknown
 * buckets and uploads, parts that are too small, missing or in another order.
 */
export class S3Store {
  readonly objects = new Map<string, Buffer>();
  readonly uploads = new Map<string, Upload>();
  /** Each request, as `PUT name`. */
  readonly requests: string[] = [];
  /** Bytes of the largest answer. */
  largestAnswer = 0;
  /** Refuses a request, or breaks its connection off. */
  judge: (request: string) => Refusal | 'drop' | null = () => null;
  /** What becomes of the bytes of an object or part before they are stored. */
  change: (bytes: Buffer) => Buffer = (bytes) => bytes;
  private count = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.take(request, response).catch(() => response.destroy()));
  }

  static async start(): Promise<S3Store> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new S3Store(server);
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** As it is written in TOCSIN_BACKUP. */
  address(prefix = 'tocsin'): string {
    return `s3://backups/${prefix}?endpoint=${this.endpoint}&region=${region}`;
  }

  readonly credentials = { keyId, secret };

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.endpoint);
    const [, bucket, ...names] = decodeURIComponent(url.pathname).split('/');
    const key = names.join('/');
    const body = await buffer(request);
    const about = `${request.method} ${key}`;
    this.requests.push(about);
    const judged = this.judge(about);
    if (judged === 'drop') return void request.socket.destroy();
    const refused = judged ?? refusalOf(request, url) ?? (bucket === 'backups' ? null : refusal(404, 'NoSuchBucket'));
    const answer = refused ?? rangeOf(this.perform(request.method!, key, url.searchParams, body), request.headers.range);
    if ('code' in answer) {
      const text = xml('Error', `<Code>${answer.code}</Code><Message>${answer.code}</Message>`);
      return void response.writeHead(answer.status, { 'content-type': 'application/xml' }).end(text);
    }
    this.largestAnswer = Math.max(this.largestAnswer, answer.body?.length ?? 0);
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  }

  private perform(method: string, key: string, query: URLSearchParams, body: Buffer): Refusal | Answer {
    const uploadId = query.get('uploadId');
    if (uploadId !== null) return this.performUpload(method, key, uploadId, query, body);
    if (method === 'POST' && query.has('uploads')) return this.begin(key);
    if (method === 'GET' && key === '') return query.has('uploads') ? this.listUploads() : this.list(query);
    if (method === 'PUT') return this.store(key, body);
    if (method === 'DELETE') return this.objects.delete(key) ? { status: 204 } : { status: 204 };
    const found = this.objects.get(key);
    return found ? { body: found, headers: { etag: `"${md5(found)}"` } } : refusal(404, 'NoSuchKey');
  }

  private store(key: string, body: Buffer): Answer {
    this.objects.set(key, this.change(body));
    return { headers: { etag: `"${md5(body)}"` } };
  }

  private begin(key: string): Answer {
    const uploadId = `upload-${(this.count += 1)}`;
    this.uploads.set(uploadId, { key, parts: new Map() });
    return { body: xml('InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${uploadId}</UploadId>`) };
  }

  private performUpload(method: string, key: string, uploadId: string, query: URLSearchParams, body: Buffer): Refusal | Answer {
    const upload = this.uploads.get(uploadId);
    if (upload?.key !== key) return refusal(404, 'NoSuchUpload');
    if (method === 'DELETE') {
      this.uploads.delete(uploadId);
      return { status: 204 };
    }
    if (method === 'POST') return this.complete(uploadId, upload, body.toString('utf8'));
    upload.parts.set(Number(query.get('partNumber')), body);
    return { headers: { etag: `"${md5(body)}"` } };
  }

  private complete(uploadId: string, { key, parts }: Upload, order: string): Refusal | Answer {
    const named = [...order.matchAll(/<PartNumber>(\d+)<\/PartNumber>\s*<ETag>(?:"|&quot;)?([0-9a-f]+)(?:"|&quot;)?<\/ETag>/g)].map(
      ([, number, etag]) => ({ number: Number(number), etag: etag! }),
    );
    if (named.length === 0) return refusal(400, 'MalformedXML');
    if (named.some(({ number, etag }) => !parts.has(number) || md5(parts.get(number)!) !== etag)) return refusal(400, 'InvalidPart');
    if (named.some(({ number }, index) => index > 0 && number <= named[index - 1]!.number)) return refusal(400, 'InvalidPartOrder');
    if (named.slice(0, -1).some(({ number }) => parts.get(number)!.byteLength < leastPart)) return refusal(400, 'EntityTooSmall');
    this.uploads.delete(uploadId);
    this.objects.set(key, this.change(Buffer.concat(named.map(({ number }) => parts.get(number)!))));
    return { body: xml('CompleteMultipartUploadResult', `<Key>${key}</Key><ETag>"${md5(Buffer.from(key))}-${named.length}"</ETag>`) };
  }

  private list(query: URLSearchParams): Answer {
    const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted();
    const page = keys.slice(0, most);
    const more = keys.length > most ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${this.objects.get(key)!.byteLength}</Size><LastModified>2026-11-28T12:00:00.000Z</LastModified></Contents>`,
    );
    return { body: xml('ListBucketResult', `<IsTruncated>${keys.length > most}</IsTruncated>${more}${contents.join('')}`) };
  }

  private listUploads(): Answer {
    const uploads = [...this.uploads].map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
    return { body: xml('ListMultipartUploadsResult', `<Bucket>backups</Bucket>${uploads.join('')}`) };
  }
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The part of an object that was asked for; of an empty one there is none. */
const rangeOf = (answer: Refusal | Answer, range: string | undefined): Refusal | Answer => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (from === undefined || 'code' in answer || !Buffer.isBuffer(answer.body)) return answer;
  const { body, headers } = answer;
  if (Number(from) >= body.byteLength) return refusal(416, 'InvalidRange');
  const part = body.subarray(Number(from), Number(to) + 1);
  const contentRange = `bytes ${from}-${Number(from) + part.byteLength - 1}/${body.byteLength}`;
  return { status: 206, body: part, headers: { ...headers, 'content-range': contentRange } };
};

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;

/** Signature Version 4, as the documentation of S3 describes it. */
const refusalOf = ({ method, headers }: IncomingMessage, url: URL): Refusal | null => {
  const [, id, day, signedRegion, names, signature] = authorization.exec(headers.authorization ?? '') ?? [];
  if (id === undefined) return refusal(403, 'AccessDenied');
  if (id !== keyId) return refusal(403, 'InvalidAccessKeyId');
  if (signedRegion !== region) return refusal(400, 'AuthorizationHeaderMalformed');
  const date = String(headers['x-amz-date']);
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  // the real time is what S3 compares with
  if (Math.abs(Date.now() - at) > 15 * 60_000) return refusal(403, 'RequestTimeTooSkewed');
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted();
  const signed = names!.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)));
  const canonical = [method, path.join('/'), query.join('&'), signed.join(''), names, headers['x-amz-content-sha256']].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce((made, part) => hmac(made, part), hmac(`AWS4${secret}`, day!));
  return timingSafeEqual(hmac(key, text), Buffer.from(signature!, 'hex')) ? null : refusal(403, 'SignatureDoesNotMatch');
};
