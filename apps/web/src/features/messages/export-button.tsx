import { useEffect, useRef, useState } from 'react';
import { download, save } from '../../data/cache/download.js';
import { sayRefusal } from '../../data/cache/use-command.js';
import { say } from '../../data/toasts.js';
import { Button } from '../../ui/button.js';
import { queryOf } from './query.js';
import type { MessagesSearch } from './search.js';

/** Exports the filtered messages as CSV. Leaving the screen cancels the export. */
export function ExportButton({ search }: { search: MessagesSearch }) {
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const begin = async () => {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      const file = await download(`/messages/export?${queryOf(search)}`, controller.signal, () => {});
      save(file);
      const count = Math.max(0, file.lines - 1);
      say({ kind: 'done', title: `Saved ${file.name}: ${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'}` });
    } catch (error) {
      if (!controller.signal.aborted) sayRefusal('export the messages', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={isBusy} onClick={() => void begin()}>
      Export CSV
    </Button>
  );
}
