import type { ReactNode } from 'react';
import { useExportedFile } from '../../../data/cache/use-exported-file.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';

interface Props {
  title: string;
  /** The command that records the export, before the file is made. */
  record: () => Promise<{ readonly says: unknown }>;
  whyNot?: string | false;
  onClose: () => void;
  children: (isBusy: boolean) => ReactNode;
}

/** Makes a file of what is chosen in it, and saves that. */
export function ExportedFileDialog({ title, record, whyNot = false, onClose, children }: Props) {
  const file = useExportedFile();
  return (
    <Dialog title={title} onClose={onClose}>
      {children(file.isBusy)}
      <output className={`mt-3 block min-h-5 text-xs tabular-nums ${file.isFailure ? 'text-warn' : ''}`}>{file.says}</output>
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
        <Button kind="act" busy={file.isBusy} whyNot={whyNot} onClick={() => void file.begin(record)}>
          Export file
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Whether a file names people. */
export const NamesChoice = ({ names, isBusy, onChange }: { names: boolean; isBusy: boolean; onChange: (names: boolean) => void }) => (
  <label className="mt-4 flex items-center gap-2">
    <input type="checkbox" checked={names} disabled={isBusy} onChange={({ target }) => onChange(target.checked)} className="accent-act" />
    With people’s names
  </label>
);
