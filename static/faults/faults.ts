/** A small mistake that somebody might make: `from`, which the file has exactly once, becomes `to`. */
export interface Fault {
  /** What the mistake is. */
  name: string
  from: string
  to: string
}

export interface Suspect {
  file: string
  /** Its tests are in files whose names begin so. */
  tests: string
  faults: readonly Fault[]
}

const fault = (name: string, from: string, to: string): Fault => ({ name, from, to })

/** The files whose tests have to find planted mistakes, by name. */
export const SUSPECTS: Readonly<Record<string, Suspect>> = {
  Journal: {
    file: 'src/storage/Journal.ts',
    tests: 'src/storage/Journal.',
    faults: [
      fault('a chunk waits for one slice more', 'this.open.length === SLICES_IN_CHUNK', 'this.open.length > SLICES_IN_CHUNK'),
      fault('what was restored is not counted as kept', 'this.stored = whole.voice.length', ''),
      fault('slices come before chunks', 'joined([...unpacked, ...slices])', 'joined([...slices, ...unpacked])'),
      fault('what was restored is handed on each time', 'this.restored = []\n', '\n'),
      fault('all slices of a chunk have one place', 'this.chunks * SLICES_IN_CHUNK + this.open.length', 'this.chunks * SLICES_IN_CHUNK'),
      fault('the recording is never begun', 'if (!this.begun) await this.store.begin(this.recording)', ''),
      fault('a chunk keeps its slices for the next', 'this.open = []\n', '\n'),
      fault('a chunk is handed on before it is on disk', 'await this.attempt(() => this.store.seal(', 'void this.attempt(() => this.store.seal('),
      fault('a full disk is tried again and again', 'this.writes = false\n', '\n'),
      fault('slices do not wait for each other', 'this.work = this.work.then(task)', 'this.work = task()'),
    ],
  },
  RecordingUpload: {
    file: 'src/api/RecordingUpload.ts',
    tests: 'src/api/RecordingUpload.',
    faults: [
      fault('waiting poses do not count', 'this.voice.pendingBytes + this.pose.pendingBytes', 'this.voice.pendingBytes'),
      fault('saved voice counts twice', 'this.voice.savedBytes + this.pose.savedBytes', 'this.voice.savedBytes + this.voice.savedBytes'),
      fault('offline only when both streams are', 'this.voice.offline || this.pose.offline', 'this.voice.offline && this.pose.offline'),
      fault('drained before the poses are', 'Promise.all([this.voice.drained(), this.pose.drained()])', 'this.voice.drained()'),
      fault('refused poses are not sent again', 'this.pose.retry()', ''),
      fault('goes on after its end', 'this.scope.dispose()', ''),
      fault('another content under the same number counts as sent', ' && receipt.sha256 === digest.hex', ''),
      fault('poses are sent as voice', 'MEDIA_TYPES[stream]', 'MEDIA_TYPES.voice'),
      fault('every chunk begins a recording', 'this.recording ??= this.find()', 'this.recording = this.find()'),
      fault('a failed beginning is never tried again', 'this.recording = null\n      throw', 'throw'),
    ],
  },
  Panoramas: {
    file: 'src/viewer/picture/Panoramas.ts',
    tests: 'src/viewer/picture/Panoramas.',
    faults: [
      fault('a place that was just visited counts as old', 'this.known.delete(viewpointId)\n', '\n'),
      fault('pictures are not freed for those that are wanted', 'this.textures.keep(kept)', ''),
      fault('who waited before waits for ever', 'this.awaited?.settle(null)', ''),
      fault('who waits is not told of a failure', "this.emit('failed', null)\n        this.check()", "this.emit('failed', null)"),
      fault('what is behind the camera is painted', '.filter((patch) => inView(patch, sight))', ''),
      fault('one sharp patch makes the view sharp', 'painted.every(({ patch, source })', 'painted.some(({ patch, source })'),
      fault('gives up while the preview may still come', 'reasons.find((each) => each.every(', 'reasons.find((each) => each.some('),
      fault('an image that has come is not copied before the next one', 'this.textures.add(url, image)\n    this.pump()', 'this.textures.add(url, image)'),
      fault('a hidden page copies no images', '[this.scope.frame(end), this.scope.timeout(0.1, end)]', '[this.scope.frame(end), () => undefined]'),
      fault('the shorter side decides whether an image is too large', 'Math.max(image.width, image.height)', 'Math.min(image.width, image.height)'),
    ],
  },
  Stage: {
    file: 'src/viewer/Stage.ts',
    tests: 'src/viewer/Stage.',
    faults: [
      fault('a container that is not in the page yet has one pixel', 'if (!isConnected) return { width: innerWidth, height: innerHeight }', ''),
      fault('one may zoom in without an end', 'Math.max(NARROWEST_VIEW, this.fieldOfView * factor)', 'this.fieldOfView * factor'),
      fault('zooming leaves a recorded lens on', 'this.setLens(null)', 'this.fit()'),
      fault('only one frame is ever drawn', 'this.cancelFrame = null\n      // A frame', '\n      // A frame'),
      fault('frames queue up behind a slow one', 'if (this.moving && this.made?.fence.pending) this.invalidate()\n      else this.draw(time)', 'this.draw(time)'),
      fault('nothing is drawn on arrival', 'this.emit(\'turned\', null)\n    this.invalidate()\n  }', 'this.emit(\'turned\', null)\n  }'),
      fault('draws on a lost context', 'if (gl.isContextLost()) return', ''),
      fault('a jump is drawn coarsely, a movement finely', 'time - this.lastMoved > JUMP', 'time - this.lastMoved < JUMP'),
      fault('a lost context is not asked back', 'event.preventDefault()', ''),
      fault('a coarse frame is shown smaller', 'scale(${width / drawnWidth}, ${height / drawnHeight})', 'scale(${drawnWidth / width}, ${drawnHeight / height})'),
    ],
  },
  Viewer: {
    file: 'src/viewer/Viewer.ts',
    tests: 'src/viewer/Viewer.',
    faults: [
      fault('a step that was overtaken is made all the same', 'if (this.request !== request || this.scope.disposed) return', ''),
      fault('a step leaves the replay on', 'this.wanted = viewpointId\n    this.replayed = null', 'this.wanted = viewpointId'),
      fault('a step is not what is wanted', 'this.wanted = viewpointId\n    this.replayed = null', 'this.replayed = null'),
      fault('one may look down through the pole', 'Math.max(-STEEPEST, elevation)', 'elevation'),
      fault('left is right', 'rotation.set(level, -heading, 0', 'rotation.set(level, heading, 0'),
      fault('a step that is loading ends a replay', 'this.request += 1\n', '\n'),
      fault('one may step only to where one must not', 'allowed.includes(neighbor)', '!allowed.includes(neighbor)'),
      fault('every later frame is captured too', "this.stage.on('drawn', () => {\n      off()", "this.stage.on('drawn', () => {"),
      fault('trying again leaves the old failure on', 'this.loading.recover()', ''),
      fault('a new context stays empty', 'this.painter.restore()', ''),
    ],
  },
  runTask: {
    file: 'src/tasks/running/runTask.ts',
    tests: 'src/tasks/running/runTask.',
    faults: [
      fault('the task before goes on beside the next', 'scope.dispose()\n    again()', 'again()'),
      fault('equipment is checked before consent', "if (consent === 'missing') throw new ApiProblem(409, 'consent', '', '')", ''),
      fault('a tab that waited stays as it is', '} else next()', '}'),
      fault('training is for this kind, whatever is due', 'lease.kind ?? task.id', 'task.id'),
      fault('the phase that is left counts twice', 'machine.times.slice(0, -1)', 'machine.times'),
      fault('a page that is opened again begins anew', 'if (left && task.reopen) machine.reopen(task.reopen(session, left.phase), left.times)', ''),
      fault('a finished task is held on to', 'if (over) atWork.dispose()', 'if (over) return'),
      fault('a new phase is kept only at a pause', 'else keep({ now: true })', 'else keep()'),
      fault('a phase does not end', 'phaseScope.dispose()\n    phaseScope', 'phaseScope'),
      fault('what was recorded for an expired lease is thrown away', "lease?.state === 'submitted'", "lease?.state !== 'active'"),
    ],
  },
  GuideSession: {
    file: 'src/tasks/voiceWalk/GuideSession.ts',
    tests: 'src/tasks/voiceWalk/GuideSession.',
    faults: [
      fault('asks whether to leave though everything is kept', 'if (this.recording?.atRisk)', 'if (this.recording)'),
      fault('the transcript of before a reload is lost', "this.written = kept?.transcript ?? ''", "this.written = ''"),
      fault('reopens a phase that needs a recording without one', "if (!this.recording) return 'instructions'", ''),
      fault('an unplugged microphone is used again', 'microphone.close()\n      this.microphone = null', 'microphone.close()'),
      fault('another microphone comes at its own rate', 'this.scope, this.recording?.sampleRate', 'this.scope'),
      fault('starting over leaves the old recording running', 'this.setAside()\n    this.recording = Recording.begin', 'this.recording = Recording.begin'),
      fault('the old typing counts for the new transcript', 'this.setAside()\n    this.typing = nothingTyped()', 'this.setAside()'),
      fault('settling throws the newest recording away', 'attempt: this.recording.attempt - 1', 'attempt: this.recording.attempt'),
      fault('asked again, the server is told something else', 'again && this.asked ? this.asked.submission : { ...recorded, ...said }', '{ ...recorded, ...said }'),
      fault('a new recording has the attempt of the last', 'Math.max(...attempts) + 1', 'Math.max(...attempts)'),
    ],
  },
  Recording: {
    file: 'src/recording/Recording.ts',
    tests: 'src/recording/',
    faults: [
      fault('a full disk is not told', "keeper.on('problem', (problem) => this.emit('storage', problem))", ''),
      fault('the poses are kept with the next slice', 'this.pose?.takeBefore(until)', 'this.pose?.takeBefore(0)'),
      fault('goes on at the start of the path', 'lastPlace(snapshots) ?? startOf(guide)', 'startOf(guide)'),
      fault('what was restored seems new', "samples.length > 0 ? 'paused' : 'ready'", "'ready'"),
      fault('what was restored is not sent', '    keeper.resume()\n', ''),
      fault('says that it is kept where nothing is', 'this.keeper.keeping ? this.seconds(this.keeper.keptBytes) : null', 'this.seconds(this.keeper.keptBytes)'),
      fault('is never at risk while it is made', "(this.state === 'recording' || this.upload.pendingBytes > 0)", 'this.upload.pendingBytes > 0'),
      fault('a free walk never reaches its goal', 'path.length === 1 || ', ''),
      fault('goes on where somebody walked in the pause', 'this.where = placeOf(this.parts.viewer)\n', ''),
      fault('does not wait for the last samples', 'await this.voice.completed()', 'void this.voice.completed()'),
    ],
  },
  VoiceRecorder: {
    file: 'src/recording/VoiceRecorder.ts',
    tests: 'src/recording/',
    faults: [
      fault('the voice of before is not heard again', 'this.newest = [earlier]', 'this.newest = []'),
      fault('the poses of before are given again', 'this.sliced = earlier.length', 'this.sliced = 0'),
      fault('begins to count anew', 'new SampleCutter(earlier.length)', 'new SampleCutter(0)'),
      fault('another microphone is not heard', 'this.listenTo(microphone)\n', 'if (!this.microphone) this.listenTo(microphone)\n'),
      fault('begins with what was heard before', "this.cutter.begin(microphone.frameAt(markedMoment('recording began')))", 'this.cutter.begin(0)'),
      fault('ends with what has come', "this.cutter.end(this.microphone.frameAt(markedMoment('recording ended')))", 'this.cutter.end(0)'),
      fault('waits for ever for a microphone that is gone', '        waiting.dispose()\n      })\n    })', '      })\n    })'),
      fault('keeps what a lost microphone did not say', '        this.cutter.end(0)\n', ''),
      fault('plays only what was sent', 'this.hold(samples)\n', ''),
      fault('the last poses stay behind', 'isLast ? Infinity : this.sliced / this.sampleRate', 'this.sliced / this.sampleRate'),
    ],
  },
  RecordingKeeper: {
    file: 'src/recording/RecordingKeeper.ts',
    tests: 'src/recording/',
    faults: [
      fault('a recording without a voice sends one', 'if (record.sampleRate !== null) this.upload', 'this.upload'),
      fault('voice is sent as poses', 'this.upload.pose.add(pose)', 'this.upload.pose.add(voice)'),
      fault('a full disk is not told', "this.journal.on('problem', (problem) => this.emit('problem', problem))", ''),
      fault('what the server has counts as kept here', 'return this.journal.storedBytes', 'return this.upload.savedBytes'),
      fault('says that it keeps where nothing is kept', 'return this.journal.writing', 'return true'),
      fault('every byte is taken for a sample', 'new Int16Array(voice.buffer)', 'new Int16Array(voice)'),
      fault('what was restored is not sent', 'void this.journal.handOn()', ''),
      fault('poses after the last sample are lost', 'samples.length + snapshots.length > 0', 'samples.length > 0'),
      fault('samples are cut to a byte', 'new Uint8Array(samples.buffer)', 'new Uint8Array(samples)'),
      fault('what is not a whole chunk is not in the answer', 'await this.flush()\n', '\n'),
    ],
  },
}
