import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { Redactions } from '@tocsin/domain/operation/redactions/redactions.js';
import { domain } from '@tocsin/domain/registry.js';
import { Bell } from '@tocsin/platform/event-log/bell.js';
import { openFolderLog } from '@tocsin/platform/views/folder-log.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { openSqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import type { SavedRow } from '@tocsin/platform/views/view-store.js';
import { isRaw } from '@tocsin/contracts/routing/signals.js';
import { LocalProjector } from './local-projector.js';
import { sharedIndexes, viewFaultOf, type ProjectorRequest, type ProjectorReply, type RowText } from './worker-messages.js';

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

/** Runs the projector on its own connections, so that the thread for signals and pages does not wait for screens. */
const runProjector = async ({ rooms, masterKey, views, state }: ProjectorOrder, port: MessagePort): Promise<void> => {
  const flags = new Int32Array(state);
  const bell = new Bell();
  const post = (message: ProjectorReply): void => port.postMessage(message);
  const folder = openFolderLog({
    ...rooms,
    masterKey,
    contractOf: eventContract,
    upcasters: domain.upcasters,
    shouldLeave: isRaw,
    arrivals: (call) => bell.onArrival(call),
  });
  const redactions = await Redactions.of(folder);
  const store = new SqlViewStore(openSqliteViews(rooms.views));
  store.attach(domain.views);
  const projector = new LocalProjector({
    store,
    log: folder,
    decode: (storedEvent) => redactions.redact(redactions.noteRedaction(folder.decode(storedEvent))),
    forgetDecrypted: async () => {
      folder.forgetKeys();
      await redactions.load(folder);
    },
    hasRoom: () => Atomics.load(flags, sharedIndexes.full) === 0,
    onSaved: (rows, checkpoint) => post({ kind: 'saved', checkpoint, rows: rows.map(asText) }),
    onFault: (fault) => post({ kind: 'fault', ...viewFaultOf(fault) }),
    onTrouble: (error) => post({ kind: 'trouble', ...troubleOf(error) }),
    rowsPerSave,
  });
  const resumes = new Map<number, (views: readonly string[]) => void>();
  /** Sends `done` in any case, so that the main thread does not wait forever. */
  const postDone = (n: number, done: Promise<void | string | null>): void =>
    void done
      .then(
        (after) => {
          post({ kind: 'at', checkpoint: projector.position });
          return after;
        },
        (error: unknown) => post({ kind: 'trouble', ...troubleOf(error) }),
      )
      .then((after) => post({ kind: 'done', n, ...(after === undefined ? {} : { after }) }));
  const holdViews = (n: number): Promise<readonly string[]> => {
    const resumed = new Promise<readonly string[]>((resolve) => resumes.set(n, resolve));
    post({ kind: 'holds', n });
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
      Atomics.store(flags, sharedIndexes.called, 0);
      bell.notify();
    },
    pause: ({ n }) =>
      postDone(
        n,
        projector.whilePaused(() => holdViews(n)),
      ),
    resume: ({ n, views }) => resumes.get(n)?.(views),
    unlist: ({ n, before, after }) => postDone(n, projector.unlist(before, after)),
    forget: ({ n }) => postDone(n, projector.forget()),
    stop: () => void end(),
  } satisfies { readonly [K in ProjectorRequest['ask']]: (request: Extract<ProjectorRequest, { readonly ask: K }>) => void };
  port.on('message', (request: ProjectorRequest) => (answer[request.ask] as (request: ProjectorRequest) => void)(request));
  await projector.start(views);
  post({ kind: 'started', checkpoint: projector.position });
};

const asText = ({ view, id, ordinal, row, text = JSON.stringify(row) }: SavedRow): RowText => ({ view, id, ordinal, json: text });

const troubleOf = (error: unknown): { readonly message: string; readonly code: string | undefined } => ({
  message: error instanceof Error ? error.message : String(error),
  code: (error as { readonly code?: string } | null)?.code,
});

if (parentPort) await runProjector(workerData as ProjectorOrder, parentPort);
