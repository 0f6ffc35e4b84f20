import { FileField } from '../../../ui/file-field.js';
import { TextField } from '../../../ui/field.js';
import { SegmentedControl } from '../../../ui/segmented-control.js';
import type { SourceDraft } from './lookup-draft.js';

const columnsHint =
  'With a header. The first column has the values to look up; each other one becomes a label, and runbook, dashboard and link become links.';

interface Props {
  readonly draft: SourceDraft;
  /** Where the saved table is fetched from. */
  readonly host: string | undefined;
  readonly isNew: boolean;
  readonly onPut: (change: Partial<SourceDraft>) => void;
}

/** Where the rows of a lookup table come from: a file, or an address that is fetched every hour. */
export function LookupSourceFields({ draft: { kind, address, header }, host, isNew, onPut }: Props) {
  return (
    <>
      <SegmentedControl<SourceDraft['kind']>
        label="Rows come from"
        segments={[
          { value: 'file', label: 'File' },
          { value: 'address', label: 'Address' },
        ]}
        value={kind}
        onChange={(chosen) => onPut({ kind: chosen, csv: null })}
      />
      {kind === 'file' && (
        <FileField
          label={isNew ? 'CSV file' : 'Replace the rows'}
          hint={columnsHint}
          accept=".csv,text/csv,text/plain"
          onFile={(file) => void (file ? file.text().then((text) => onPut({ csv: text })) : onPut({ csv: null }))}
        />
      )}
      {kind === 'address' && (
        <>
          <TextField
            label="Address of a CSV file"
            hint={`${host ? `Leave empty to keep the one at ${host}. ` : ''}Fetched now, then every hour. ${columnsHint}`}
            type="url"
            placeholder="https://cmdb.example.org/hosts.csv"
            value={address}
            onChange={({ target }) => onPut({ address: target.value })}
          />
          <TextField
            label="Header (optional)"
            hint="Sent with each fetch, such as Authorization: Bearer …. Stored encrypted, and never shown again."
            autoComplete="off"
            value={header}
            onChange={({ target }) => onPut({ header: target.value })}
          />
        </>
      )}
    </>
  );
}
