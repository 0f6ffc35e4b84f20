import type { LiveToBrowser, LiveToServer, RingingPage } from '@tocsin/contracts/live.js';
import type { io, Socket } from 'socket.io-client';
import { hearTime } from '../time/clock.js';
import type { Change } from './merge.js';
import { isNewerServed } from '../offline/release.js';
import { store } from '../store.js';
import { forgetChanges, rememberChange } from './recent-changes.js';

export interface Connection {
  readonly state: 'connecting' | 'live' | 'lost';
  /** Milliseconds, this machine’s clock: when the state began. */
  readonly since: number;
  /** Milliseconds of this machine’s clock: the displayed data was current then, at the latest. Before `since`: it was saved in an earlier visit. */
  readonly trueAt: number;
  /** Number of reconnects. */
  readonly caughtUp: number;
}

interface Listener {
  /** Changes since the last frame, so that a storm of changes is one render. */
  readonly changed: (changes: readonly Change[]) => void;
  /** The same without waiting for a frame: a bell must stop immediately. */
  readonly onChange: (change: Change) => void;
  /** Changes of the views are sent from this ordinal on; data read earlier may be incomplete. Resolves when the missing changes are read. */
  readonly joined: (views: readonly string[], ordinal: number) => Promise<unknown>;
  /** Rows of these views, and the history, have to be read again. */
  readonly madeAnew: (views: readonly string[]) => void;
  readonly onPage: (page: RingingPage) => boolean;
  readonly ringing: (pages: readonly RingingPage[]) => void;
  readonly signedOut: () => void;
}

/** A hidden window renders no frames; it is updated at this interval. */
const hiddenInterval = 250;
/** Milliseconds without an answer after which a dead socket is reopened. */
const silenceTimeout = 5_000;
const watchedViews = new Set<string>();
const joinedRooms = new Set<string>();
export const connection = store<Connection>({ state: 'connecting', since: Date.now(), trueAt: Date.now(), caughtUp: 0 });
let socket: Socket<LiveToBrowser, LiveToServer> | undefined;
let listener: Listener | undefined;
let waitingChanges: Change[] = [];
let isBellUnlocked = false;
let isJoinPlanned = false;
/** Ordinal of the last event that views have processed; updated at most once a second. */
export const position = store(0);

/** Milliseconds before the socket client is loaded again after a failed load. */
const loadAgainAfter = 3_000;

/** Connects while a person is signed in. The socket client is loaded beside the first screen, not before it. */
export function goLive(to: Listener): () => void {
  listener = to;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let close = () => {};
  const load = async () => {
    try {
      const client = await import('socket.io-client');
      if (!isOver) close = open(client.io);
    } catch {
      if (isOver) return;
      become('lost');
      timer = setTimeout(() => void load(), loadAgainAfter);
      if (await isNewerServed()) location.reload();
    }
  };
  void load();
  return () => {
    isOver = true;
    clearTimeout(timer);
    close();
    become('connecting');
  };
}

/** Opens the single socket, which reconnects automatically. */
function open(connect: typeof io): () => void {
  const opened: Socket<LiveToBrowser, LiveToServer> = connect({ path: '/live', reconnectionDelayMax: 3_000 });
  socket = opened;
  opened.on('connect', () => {
    joinedRooms.clear();
    opened.emit('bell', isBellUnlocked);
    join(connection.now().state === 'lost');
  });
  opened.on('disconnect', () => become('lost'));
  opened.on('connect_error', ({ message }) => {
    if (message === 'session.required') listener?.signedOut();
    if (connection.now().state !== 'lost') become('lost');
  });
  opened.on('position', moveOn);
  opened.on('row', (change) => {
    rememberChange(change);
    listener?.onChange(change);
    if (waitingChanges.push(change) === 1) planTelling();
  });
  opened.on('madeAnew', ({ views }) => {
    forgetChanges(views);
    waitingChanges = waitingChanges.filter(({ view }) => !views.includes(view));
    listener?.madeAnew(views);
  });
  opened.on('page', (page, answer) => answer(listener?.onPage(page) ?? false));
  opened.on('ringing', (pages) => listener?.ringing(pages));
  opened.on('signedOut', () => listener?.signedOut());
  // The browser knows of a lost network at once, the library only from a missing ping, and of its return up to 3 s later. A server on this machine is there
  // without a network, too: the next attempt shows which.
  const lose = () => connection.now().state === 'live' && opened.disconnect().connect();
  const again = () => connection.now().state === 'lost' && opened.disconnect().connect();
  addEventListener('offline', lose);
  addEventListener('online', again);
  return () => {
    removeEventListener('offline', lose);
    removeEventListener('online', again);
    opened.disconnect();
    socket = undefined;
    forgetChanges();
    waitingChanges = [];
    joinedRooms.clear();
  };
}

/** Subscribes to a view and never leaves: a screen that was open is usually reopened. */
export function watch(view: string): void {
  watchedViews.add(view);
  if (!joinedRooms.has(view)) planJoin();
}

/** Reports to the server whether the sound of this tab is on. Resolves when it is received, or queued for the next connection. */
export async function sendBellState(unlocked: boolean): Promise<void> {
  isBellUnlocked = unlocked;
  if (socket?.connected)
    await socket
      .timeout(silenceTimeout)
      .emitWithAck('bell', unlocked)
      .catch(() => undefined);
}

function moveOn({ ordinal, now }: { ordinal: number; now: string }): void {
  hearTime(now);
  position.set(ordinal);
}

/** Once, with the next frame, or soon where no frame comes. */
function planTelling(): void {
  const tell = () => {
    const changes = waitingChanges;
    waitingChanges = [];
    if (changes.length > 0) listener?.changed(changes);
  };
  requestAnimationFrame(tell);
  setTimeout(tell, hiddenInterval);
}

function planJoin(): void {
  if (isJoinPlanned) return;
  isJoinPlanned = true;
  queueMicrotask(() => {
    isJoinPlanned = false;
    if (socket?.connected) join(false);
  });
}

function join(isAgain: boolean): void {
  const fresh = [...watchedViews].filter((view) => !joinedRooms.has(view));
  fresh.forEach((view) => joinedRooms.add(view));
  // all of them each time: rooms that are not named are left
  socket?.emit('watch', [...watchedViews], (answer) => {
    moveOn(answer);
    void listener?.joined(fresh, answer.ordinal).then(() => connection.now().state !== 'live' && become('live', isAgain));
  });
}

/** The displayed data was saved in an earlier visit, at this instant of this machine’s clock. */
export function showSaved(savedAt: number): void {
  if (connection.now().state === 'live') return;
  connection.set({ ...connection.now(), trueAt: savedAt });
}

function become(state: Connection['state'], isAgain = false): void {
  const now = Date.now();
  // until the first connection, the data is as old as its save
  const before = connection.now();
  const trueAt = state === 'live' || before.state === 'live' ? now : before.trueAt;
  connection.set({ state, since: now, trueAt, caughtUp: before.caughtUp + (isAgain ? 1 : 0) });
}
