import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { Redactions } from '@tocsin/domain/redactions/redactions.js';
import { domain } from '@tocsin/domain/registry.js';
import { Bell } from '@tocsin/platform/event-log/bell.js';
import { folderLog } from '@tocsin/platform/views/folder-log.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { sqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import type { RowSaved } from '@tocsin/platform/views/view-store.js';
import { ProjectorHere } from './projector-here.js';
import { shared, viewFaultOf, type ProjectorRequest, type ProjectorReply, type RowText } from './worker-messages.js';

/** Start parameters of the projector’s thread. */
export interface ProjectorOrder {
  readonly rooms: { readonly log: string; readonly vault: string; readonly views: string };
  readonly masterKey: string | undefined;
  /** Names of its views. */
  readonly views: readonly string[];
  /** Flags in shared memory, at the indexes of `shared`. */
  readonly state: SharedArrayBuffer;
}

/** Nothing else waits for this thread, so it saves more rows at once than the main thread would. */
const rowsPerSave = 1_000;

const isRaw = (subject: string): boolean => subject.startsWith('raw:');

/** Runs the projector on its own connections, so that the thread for signals and pages does not wait for screens. */
const work = async ({ rooms, masterKey, views, state }: ProjectorOrder, port: MessagePort): Promise<void> => {
  const flags = new Int32Array(state);
  const bell = new Bell();
  const say = (message: ProjectorReply): void => port.postMessage(message);
  const folder = folderLog({
    ...rooms,
    masterKey,
    contractOf: eventContract,
    upcasters: domain.upcasters,
    leave: isRaw,
    arrivals: (call) => bell.onArrival(call),
  });
  const redactions = await Redactions.of(folder);
  const store = new SqlViewStore(sqliteViews(rooms.views));
  store.attach(domain.views);
  const projector = new ProjectorHere({
    store,
    log: folder,
    decode: (stored) => redactions.redact(redactions.noteRedaction(folder.decode(stored))),
    forgetDecrypted: async () => {
      folder.forgetKeys();
      await redactions.load(folder);
    },
    hasRoom: () => Atomics.load(flags, shared.full) === 0,
    onSaved: (rows, checkpoint) => say({ kind: 'saved', checkpoint, rows: rows.map(asText) }),
    onFault: (fault) => say({ kind: 'fault', ...viewFaultOf(fault) }),
    onTrouble: (error) => say({ kind: 'trouble', ...troubleOf(error) }),
    rowsPerSave,
  });
  const resumes = new Map<number, (views: readonly string[]) => void>();
  /** Sends `done` in any case, so that the main thread does not wait forever. */
  const ended = (n: number, done: Promise<void>): void =>
    void done
      .then(
        () => say({ kind: 'at', checkpoint: projector.position }),
        (error: unknown) => say({ kind: 'trouble', ...troubleOf(error) }),
      )
      .then(() => say({ kind: 'done', n }));
  const holding = (n: number): Promise<readonly string[]> => {
    const resumed = new Promise<readonly string[]>((resolve) => resumes.set(n, resolve));
    say({ kind: 'holds', n });
    return resumed.finally(() => resumes.delete(n));
  };
  const end = async (): Promise<void> => {
    await projector.stop();
    await store.close();
    await folder.close();
    port.close();
  };
  const answer = {
    look: () => {
      Atomics.store(flags, shared.called, 0);
      bell.ring();
    },
    pause: ({ n }) =>
      ended(
        n,
        projector.paused(() => holding(n)),
      ),
    resume: ({ n, views }) => resumes.get(n)?.(views),
    forget: ({ n }) => ended(n, projector.forget()),
    stop: () => void end(),
  } satisfies { readonly [K in ProjectorRequest['ask']]: (request: Extract<ProjectorRequest, { readonly ask: K }>) => void };
  port.on('message', (request: ProjectorRequest) => (answer[request.ask] as (request: ProjectorRequest) => void)(request));
  await projector.start(views);
  say({ kind: 'started', checkpoint: projector.position });
};

const asText = ({ view, id, ordinal, row }: RowSaved): RowText => ({ view, id, ordinal, json: JSON.stringify(row) });

const troubleOf = (error: unknown): { readonly message: string; readonly code: string | undefined } => ({
  message: error instanceof Error ? error.message : String(error),
  code: (error as { readonly code?: string } | null)?.code,
});

if (parentPort) await work(workerData as ProjectorOrder, parentPort);
