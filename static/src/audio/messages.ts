/** Between the page and the worklet; `frame` counts the audio context's samples, `recorded` those kept since `record`. */
export type Command = { type: 'record' } | { type: 'pause'; frame: number }

export type Report =
  | { type: 'level'; peak: number }
  | { type: 'samples'; samples: Int16Array<ArrayBuffer> }
  | { type: 'recording'; frame: number }
  | { type: 'paused'; recorded: number }
