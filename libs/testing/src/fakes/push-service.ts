import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pushMessage, type PushMessage } from '@tocsin/contracts/contacts/push.js';
import { ItemCollector } from '../await-items.js';

/** One accepted message, decrypted with the device’s keys. */
export interface PushedMessage {
  readonly device: string;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string;
  /** The claims of the sender’s signed VAPID token. */
  readonly vapid: { readonly aud: string; readonly sub: string; readonly exp: number };
  readonly message: PushMessage;
}

/** The result of a browser’s `subscribe()`. */
export interface Subscription {
  readonly device: string;
  readonly address: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

interface Device {
  readonly keys: ECDH;
  readonly auth: Buffer;
  /** The public key that the browser subscribed with. */
  readonly applicationServerKey: string;
}

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64url');
const deriveKey = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** RFC 8188 and 8291, the receiver’s side: written from the documents, so that it shares no code with the sender. */
export const decryptBody = (body: Buffer, { keys, auth }: Pick<Device, 'keys' | 'auth'>): string => {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const cipherText = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = deriveKey(keys.computeSecret(sender), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    deriveKey(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    deriveKey(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(cipherText.subarray(-16));
  const padded = Buffer.concat([decipher.update(cipherText.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
};

/** RFC 8292: checks that the token is signed with the key of the device’s subscription, and is for this service. Throws otherwise. */
const verifyVapid = (header: string | undefined, expectedKey: string, origin: string): PushedMessage['vapid'] => {
  const [, token, key] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(header ?? '') ?? [];
  if (!token || key !== expectedKey) throw new Error('not signed by the key that was subscribed with');
  const [head, claims, signature] = token.split('.') as [string, string, string];
  const point = fromBase64(key);
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, fromBase64(signature))) throw new Error('a wrong signature');
  const vapid = JSON.parse(fromBase64(claims).toString()) as PushedMessage['vapid'];
  const hours = (vapid.exp - Date.now() / 1_000) / 3_600;
  if (vapid.aud !== origin || hours <= 0 || hours > 24) throw new Error('not meant for this service, or for another time');
  return vapid;
};

type Answer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | 'hang';

/** A push service: a real HTTP server on loopback that authenticates the sender, and decrypts messages as the device would. */
export class PushService {
  private readonly devices = new Map<string, Device>();
  private readonly pushes = new ItemCollector<PushedMessage>('push message');
  /** Messages that were received while it hung. */
  readonly unanswered = new ItemCollector<PushMessage>('push message without an answer');
  private readonly removedDevices = new Set<string>();
  private always: Answer = { status: 201 };
  /** Why a request was refused with 403, in order. */
  readonly refusedMessages: string[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.take(request, response).catch(() => {}));
  }

  static async start(): Promise<PushService> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PushService(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Subscribes a device, with the public key of the server that may push to it. */
  subscribe(applicationServerKey: string): Subscription {
    const device = randomBytes(8).toString('hex');
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const auth = randomBytes(16);
    this.devices.set(device, { keys, auth, applicationServerKey });
    return {
      device,
      address: `${this.origin}/push/${device}`,
      keys: { p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    };
  }

  /** Accepted messages, in order. */
  get messages(): readonly PushedMessage[] {
    return this.pushes.items;
  }
  waitFor(predicate?: (pushed: PushedMessage) => boolean, timeoutMs?: number): Promise<PushedMessage> {
    return this.pushes.waitFor(predicate, timeoutMs);
  }
  /** The notifications on the device’s screen: a message replaces the older one with its tag, and may remove itself. */
  messagesFor(device: string): readonly PushMessage[] {
    const notifications = new Map<string, PushMessage>();
    for (const { message } of this.messages.filter((one) => one.device === device)) {
      notifications.delete(message.tag);
      if (message.kind === 'page' && notifications.get(message.endedTag ?? '')?.kind === 'over') notifications.delete(message.endedTag!);
      if (message.kind === 'page' || !message.close) notifications.set(message.tag, message);
    }
    return [...notifications.values()];
  }

  /** From now on this device answers 410: its permission was revoked. */
  forget(device: string): void {
    this.removedDevices.add(device);
  }
  /** Answers all valid messages with this status. */
  answer(status: number, headers: Readonly<Record<string, string>> = {}): void {
    this.always = { status, headers };
  }
  hang(): void {
    this.always = 'hang';
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const answer = this.judge(request, body);
    if (answer !== 'hang') response.writeHead(answer.status, answer.headers ?? {}).end();
  }

  private judge({ url = '', headers }: IncomingMessage, body: Buffer): Answer {
    const name = url.split('/').at(-1)!;
    const device = this.devices.get(name);
    if (!device || this.removedDevices.has(name)) return { status: 410 };
    try {
      const vapid = verifyVapid(headers.authorization, device.applicationServerKey, this.origin);
      const message = pushMessage.parse(JSON.parse(decryptBody(body, device)));
      if (this.always === 'hang') this.unanswered.add(message);
      if (this.always === 'hang' || this.always.status > 299) return this.always;
      const { ttl, urgency, topic } = headers;
      this.pushes.add({ device: name, ttl: Number(ttl), urgency: String(urgency), topic: String(topic), vapid, message });
      return this.always;
    } catch (error) {
      this.refusedMessages.push(String(error));
      return { status: 403 };
    }
  }
}
