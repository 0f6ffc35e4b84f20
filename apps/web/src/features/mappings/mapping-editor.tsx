import type { IntegrationShown } from '@tocsin/contracts/integrations/noun.js';
import * as mappingLimits from '@tocsin/contracts/mappings/limits.js';
import { mappedFields, type MappedField, type MappingFields, type MappingRow } from '@tocsin/contracts/mappings/noun.js';
import type { MappingSamples } from '@tocsin/contracts/mappings/try-out.js';
import { useState } from 'react';
import { BarredFields } from '../../ui/barred-fields.js';
import { Button } from '../../ui/button.js';
import { Conflict } from '../../ui/conflict.js';
import { TextArea } from '../../ui/field.js';
import { panelClass } from '../../ui/panel.js';
import { RestoredDraft } from '../../ui/restored-draft.js';
import { fieldNames } from './field-names.js';
import { RecentRequests } from './recent-requests.js';
import { SamplePanel } from './sample-panel.js';
import { useMappingEdit, writtenFields, type MappingEdit } from './use-mapping-edit.js';
import { expressionOf } from './value-path.js';

interface Props {
  integration: IntegrationShown;
  row: MappingRow | undefined;
  samples: MappingSamples['samples'];
  /** Why it can’t be changed here; false: it can. */
  whyNot: string | false;
}

/** The expressions of a mapping beside a request. */
export function MappingEditor({ integration, row, samples, whyNot }: Props) {
  const edit = useMappingEdit(integration, row);
  const [field, setField] = useState<MappedField>('summary');
  const fields = writtenFields(edit.fields);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="min-w-0">
        <BarredFields why={whyNot}>
          <legend className="sr-only">The mapping</legend>
          <Notices edit={edit} row={row} />
          <div className={`grid gap-4 p-4 ${panelClass}`}>
            {mappedFields.map((one) => (
              <Expression key={one} field={one} edit={edit} isChosen={one === field} onFocus={() => setField(one)} />
            ))}
          </div>
          {whyNot === false && <SaveButtons edit={edit} row={row} />}
        </BarredFields>
      </div>
      <div className="grid min-w-0 gap-5">
        <SamplePanel
          integrationId={integration.id}
          samples={samples}
          fields={fields}
          field={fieldNames[field].label}
          onUse={(path) => whyNot === false && edit.put(field, expressionOf(path))}
        />
        <RecentRequests integrationId={integration.id} fields={fields} />
      </div>
    </div>
  );
}

interface ExpressionProps {
  field: MappedField;
  edit: MappingEdit;
  /** Values of the sample are used for it. */
  isChosen: boolean;
  onFocus: () => void;
}

const Expression = ({ field, edit, isChosen, onFocus }: ExpressionProps) => (
  <TextArea
    label={fieldNames[field].label}
    hint={isChosen ? fieldNames[field].hint : undefined}
    error={edit.errors[`fields.${field}`]}
    rows={Math.min(8, (edit.fields[field] ?? '').split('\n').length)}
    value={edit.fields[field] ?? ''}
    maxLength={mappingLimits.expressionCharacters}
    placeholder="as it is sent"
    spellCheck={false}
    autoCapitalize="off"
    autoComplete="off"
    style={{ fontFamily: 'var(--font-mono)' }}
    onFocus={onFocus}
    onChange={({ target }) => edit.put(field, target.value)}
  />
);

const linesOf = (fields: MappingFields): Record<string, string> =>
  Object.fromEntries(mappedFields.flatMap((field) => (fields[field] === undefined ? [] : [[fieldNames[field].label, fields[field]]])));

function Notices({ edit, row }: { edit: MappingEdit; row: MappingRow | undefined }) {
  const saved = row ?? { version: 0, fields: {} };
  if (edit.isConflict)
    return (
      <Conflict
        was={linesOf(edit.base.fields)}
        is={linesOf(saved.fields)}
        onKeep={edit.rebase}
        onDiscardOwn={() => {
          edit.startFrom(saved);
          edit.reset();
        }}
      />
    );
  return edit.foundFrom && edit.isDirty ? <RestoredDraft at={edit.foundFrom} onDiscard={() => edit.startFrom(saved)} /> : null;
}

const SaveButtons = ({ edit, row }: { edit: MappingEdit; row: MappingRow | undefined }) => (
  <div
    className={`mt-2.5 flex flex-wrap items-center gap-3 px-4 py-3 ${panelClass} ${edit.isDirty ? 'sticky bottom-3 z-10 max-sm:static' : ''}`}
  >
    <Button kind="act" busy={edit.isSaving} whyNot={!edit.isDirty && 'No changes yet'} onClick={edit.save}>
      Save as version {edit.base.version + 1}
    </Button>
    {edit.isDirty && (
      <Button kind="quiet" onClick={() => edit.startFrom(row ?? { version: 0, fields: {} })}>
        Discard changes
      </Button>
    )}
  </div>
);
