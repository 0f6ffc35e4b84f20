import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../../data/cache/api.js';
import { download, save, type DownloadProgress } from '../../data/cache/download.js';
import { queryOfEvents, type EventsQuery } from '../../data/cache/use-events.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';

const formats = { csv: 'CSV, for a spreadsheet', ndjson: 'NDJSON, one event per line' } as const;
type Format = keyof typeof formats;

type State = 'idle' | 'running' | { readonly saved: string } | { readonly failed: string };

/** Exports the filtered history as a file. Closing the dialog cancels the export. */
export function ExportDialog({ query, onClose }: { query: EventsQuery; onClose: () => void }) {
  const [format, setFormat] = useState<Format>('csv');
  const [state, setState] = useState<State>('idle');
  const [progress, setProgress] = useState<DownloadProgress>({ bytes: 0, lines: 0 });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const begin = async () => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ bytes: 0, lines: 0 });
    setState('running');
    try {
      const file = await download(`/events/export?format=${format}&${queryOfEvents(query)}`, controller.signal, setProgress);
      save(file);
      setState({ saved: savedWords(file.name, eventsIn(file, format), file.isCut) });
    } catch (error) {
      setState(controller.signal.aborted ? 'idle' : { failed: Object.values(wordsOf(error)).join(' ') });
    }
  };
  const isRunning = state === 'running';
  return (
    <Dialog title="Export events" onClose={onClose}>
      <p className="text-muted">All events that match the filters, the newest first, with all of their data.</p>
      <fieldset className="mt-3 flex flex-col gap-1.5" disabled={isRunning}>
        <legend className="sr-only">Format</legend>
        {(Object.keys(formats) as Format[]).map((one) => (
          <label key={one} className="flex items-center gap-2">
            <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} className="accent-act" />
            {formats[one]}
          </label>
        ))}
      </fieldset>
      <output className="mt-3 block min-h-5 text-xs tabular-nums">
        {isRunning && `${eventsIn(progress, format).toLocaleString('en')} events, ${megabytes(progress.bytes)}`}
        {typeof state === 'object' && 'saved' in state && state.saved}
        {typeof state === 'object' && 'failed' in state && <span className="text-warn">{state.failed}</span>}
      </output>
      <DialogButtons>
        {isRunning ? (
          <Button onClick={() => running.current?.abort()}>Stop export</Button>
        ) : (
          <Button kind="act" onClick={() => void begin()}>
            Export events
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  );
}

/** The first line of a CSV file has the columns. */
const eventsIn = ({ lines }: DownloadProgress, format: Format): number => Math.max(0, format === 'csv' ? lines - 1 : lines);

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const savedWords = (name: string, events: number, isCut: boolean): string =>
  `Saved ${name}: ${events.toLocaleString('en')} ${events === 1 ? 'event' : 'events'}.${isCut ? ' Older events were left out: narrow the dates to export them.' : ''}`;
