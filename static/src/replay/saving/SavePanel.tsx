import { Button } from '../../kit/view/controls'
import { useEvent } from '../../kit/view/drawing'
import type { Saving } from './Saving'
import { say } from '../../kit/messages/staffMessages'

/** Buttons that save the moment as a picture, and the following seconds as a video. */
export function SavePanel({ saving }: { readonly saving: Saving }) {
  const filming = useEvent(saving, 'change', () => saving.filming)
  const status = useEvent(saving, 'change', () => saving.status)
  return (
    <div class="save-panel">
      <Button name="save-picture" label={say('Save picture')} icon="picture" press={() => saving.savePicture()} />
      <Button name="save-video" label={filming ? say('Stop and save') : say('Save video')} icon={filming ? 'pause' : 'record'} press={() => saving.turn()} />
      <span class="save-status" role="status" data-testid="save-status">
        {status}
      </span>
    </div>
  )
}
