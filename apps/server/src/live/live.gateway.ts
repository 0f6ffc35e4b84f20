import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
  type OnGatewayConnection,
  type OnGatewayInit,
} from '@nestjs/websockets';
import { views } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { RingingPage, WatchAnswer } from '@tocsin/contracts/live.js';
import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { OpenTabs } from '../channels/browser/open-tabs.js';
import type { ChangedRow } from '../projector/views-projector.js';
import { Admission } from './admission.js';
import { Bells } from './bells.js';
import { Deliveries } from './deliveries.js';
import { EndedSockets } from './ended-sockets.js';
import { isFarBehind } from './send-backlog.js';
import { callerRoom, personRoom, sessionRoom, viewRoom, type LiveServer, type LiveSocket } from './sockets.js';
import { endLeftOver, isStillSignedIn } from './still-signed-in.js';
import { PositionReporter } from './told-position.js';
import { readViewNames } from './view-names.js';
import { WatchedRows } from './watched-rows.js';

const dependencies = ['clock', 'config', 'decode', 'log', 'memory', 'reads', 'redactions', 'side', 'troubles', 'vault', 'views'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/**
 * A tab on a dead connection must not keep showing “Live”: with these values it notices within 12 s, instead of 45 with socket.io’s
 * defaults.
 */
const heartbeat = { pingInterval: 4_000, pingTimeout: 8_000 };

/** Limits for unknown clients: no large messages, and a client that does not identify itself is disconnected. */
const strangers = {
  maxHttpBufferSize: limits.socketMessageBytes,
  connectTimeout: limits.headersWithin,
};

/** Sends changed rows to the sockets subscribed to their view. Messages may be lost; a client that missed some reads again. */
@WebSocketGateway({ path: '/live', transports: ['websocket', 'polling'], serveClient: false, ...heartbeat, ...strangers })
export class LiveGateway extends OpenTabs implements OnGatewayInit, OnGatewayConnection, OnModuleInit, OnModuleDestroy {
  /** Undefined before sockets are taken. */
  @WebSocketServer() private readonly server!: LiveServer;
  private readonly admission: Admission;
  private readonly bells: Bells;
  private readonly deliveries: Deliveries<ChangedRow>;
  private readonly position = new PositionReporter((ordinal) => this.tellPosition(ordinal));
  private readonly ended = new EndedSockets<LiveSocket>(
    () => this.server?.sockets.sockets.values() ?? [],
    ({ data }) => isStillSignedIn(this.parts, data),
  );

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {
    super();
    this.admission = new Admission(parts);
    this.bells = new Bells(parts, () => this.server);
    const rows = new WatchedRows(parts, () => this.server);
    this.deliveries = new Deliveries<ChangedRow>({
      deliver: (row) => rows.deliver(row),
      leaveOut: (names) => this.tellMade(names),
      onDelivered: (ordinal) => this.position.reached(ordinal ?? parts.views.projector.position.ordinal),
    });
  }

  onModuleDestroy(): void {
    this.position.stop();
  }

  onModuleInit(): void {
    this.parts.views.onSaved((rows) => {
      if (this.server) this.deliveries.add(rows);
    });
    this.bells.begin();
    this.parts.troubles.noteErrors('sessions', () => endLeftOver(this.parts));
    this.parts.memory.onChange((view, id, row) => {
      if (view === 'groups') this.bells.change(id, row as ExistingGroup | null);
      if (view === 'people') this.endUnlessActive(row as PersonRow | null, id);
      if (view === 'tokens' || view === 'people' || view === 'access') this.ended.closeSoon();
    });
  }

  afterInit(server: LiveServer): void {
    this.admission.guard(server);
  }

  async handleConnection(socket: LiveSocket): Promise<void> {
    socket.use((_event, next) => void this.admission.hear(socket, next));
    const { person, session } = socket.data.who;
    // a program has no sound, so it gets no pages
    if (person && session) await socket.join([personRoom(person.id), sessionRoom(session.id)]);
    await socket.join(callerRoom(socket.data.who));
    if (person && session) await this.bells.tellRinging(person.id, [socket.id]);
  }

  @SubscribeMessage('watch')
  async watch(@ConnectedSocket() socket: LiveSocket, @MessageBody() requested: unknown): Promise<WatchAnswer> {
    const { names, refused } = readViewNames(requested);
    // all joins and leaves start at once: otherwise this message could leave rooms that the next one joins
    await Promise.all(
      Object.keys(views).map(async (name) => (names.has(name) ? socket.join(viewRoom(name)) : socket.leave(viewRoom(name)))),
    );
    const { ordinal } = this.parts.views.projector.position;
    return { ordinal, now: this.parts.clock.now(), ...(refused.length > 0 ? { refused } : {}) };
  }

  @SubscribeMessage('bell')
  bell(@ConnectedSocket() socket: LiveSocket, @MessageBody() unlocked: unknown): boolean {
    socket.data.bell = unlocked === true;
    return socket.data.bell;
  }

  override notifyTabs(personId: string, page: RingingPage, timeoutMs: number): Promise<boolean> {
    return this.bells.ring(personId, page, timeoutMs);
  }

  /** Closes the sockets of ended sessions. */
  endSessions(ids: readonly string[]): void {
    if (!this.server) return;
    for (const id of ids) {
      this.server.to(sessionRoom(id)).emit('signedOut');
      this.server.in(sessionRoom(id)).disconnectSockets(true);
    }
  }

  /** Rows of these views, and the history, were rebuilt although no event changed them: open screens reload them. */
  tellMade(names: readonly string[]): void {
    this.server?.emit('madeAnew', { views: names });
  }

  /** Sockets that are connected now. */
  get connected(): number {
    return this.server?.sockets.sockets.size ?? 0;
  }

  /**
   * Ends the sessions of a disabled person at once, so that old sessions don’t work again when the person is enabled. Driven by
   * memory, which also admits people: a lagging view would sign out a person who has just been enabled.
   */
  private endUnlessActive(person: Pick<PersonRow, 'state'> | null, id: string): void {
    if (person?.state === 'active') return;
    this.parts.troubles.noteErrors('sessions', () => this.endSessions(this.parts.side.sessions.revokeAllOf(id)));
  }

  private tellPosition(ordinal: number): void {
    this.ended.closeSoon();
    this.closeLate();
    this.server.emit('position', { ordinal, now: this.parts.clock.now() });
  }

  /**
   * Messages for a socket that takes nothing pile up in memory: one too far behind is disconnected, reconnects and reads what it
   * missed.
   */
  private closeLate(): void {
    for (const socket of this.server.sockets.sockets.values()) if (isFarBehind(socket.conn)) socket.disconnect(true);
  }
}
