import type { RescuesOfPerson } from '@tocsin/contracts/imported-history/answers.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { useRow, useView } from '../../data/cache/use-view.js';
import { useNames } from '../../data/words/names.js';
import { Day } from '../../ui/time.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { TextField } from '../../ui/field.js';

const isSame = (typed: string, name: string): boolean => typed.trim().toLowerCase() === name.trim().toLowerCase();

/** Folders of other systems’ data that still have them. */
const useRescuesOf = (personId: string): readonly string[] =>
  useQuery({
    queryKey: [...keys.importedHistory, 'people', personId],
    queryFn: ({ signal }) => api<RescuesOfPerson>('GET', `/imported-history/people/${personId}`, { signal }),
  }).data?.folders ?? [];

const mostFiles = 50;

/** Files that left with this person in them, the newest first. */
function useFilesOf(personId: string) {
  const { data } = useView('exportedPeople', { where: { personId: [personId] }, sort: 'at', desc: true, limit: mostFiles });
  return { rows: data?.rows ?? [], isCut: Boolean(data?.next) };
}

function GroupOfFile({ groupId }: { groupId: string }) {
  const group = useRow('alertGroups', groupId).data?.row;
  return group ? `#${group.number}` : 'an alert group';
}

/** Explains the erasure, which can’t be undone. The name must be typed, to prevent accidents. */
export function EraseDialog({ personId, name, onClose }: { personId: string; name: string; onClose: () => void }) {
  const names = useNames();
  const [typed, setTyped] = useState('');
  const erase = useCommand('ErasePerson', `erase ${name}`);
  const isConfirmed = isSame(typed, name);
  const folders = useRescuesOf(personId);
  const files = useFilesOf(personId);
  return (
    <Dialog title={`Erase ${name}?`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed) erase.mutate({ personId }, { onSuccess: onClose });
        }}
      >
        <p className="font-medium">This can’t be undone.</p>
        <ul className="mt-3 list-disc space-y-1.5 pl-5 marker:text-faint">
          <li>The key to their name, e-mail and contact addresses is destroyed, here and in the copies that Tocsin keeps.</li>
          <li>Password, sessions, devices and signing secrets are deleted, too.</li>
          <li>Their actions stay in the history, with number and time, as “an erased person”.</li>
        </ul>
        <p className="mt-4 font-medium">It does not remove</p>
        <ul className="mt-1.5 list-disc space-y-1.5 pl-5 text-muted marker:text-faint">
          <li>text that people typed, such as notes, and what monitoring systems sent</li>
          <li>messages that were sent: their receivers, and the providers of SMS, calls and chats, have copies</li>
          <li>backups stored elsewhere: restore those together with the newest list of erasures</li>
          {files.rows.map(({ fileId, kind, groupId, names: isNamed, at, by }) => (
            <li key={fileId}>
              {kind === 'film' ? 'the film' : 'the evidence pack'} of{' '}
              {groupId !== null ? <GroupOfFile groupId={groupId} /> : kind === 'quarter' ? 'a quarter' : 'their nights'}, exported by{' '}
              {names.person(by)} on <Day at={at} />, {isNamed ? 'with their name' : 'without their name'}
            </li>
          ))}
          {files.isCut && <li>older files, which the history lists</li>}
          {folders.map((folder) => (
            <li key={folder} className="wrap-anywhere">
              the rescue in {folder}: run <code>tocsin rescue forget</code> on it
            </li>
          ))}
        </ul>
        <TextField
          className="mt-5"
          label={`Type “${name}” to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <FormButtons kind="final" busy={erase.isPending} whyNot={!isConfirmed && 'Type the name first'} onCancel={onClose}>
          Erase permanently
        </FormButtons>
      </form>
    </Dialog>
  );
}
