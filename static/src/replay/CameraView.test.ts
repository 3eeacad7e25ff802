import { expect, it } from 'vitest'

import { ApiProblem } from '../api/ApiProblem'
import { explainMissing } from './CameraView'

const refusing = (problem: ApiProblem) => explainMissing(() => Promise.reject(problem))('image.jpg', new AbortController().signal)

it('says of a picture that is not there what plays without it', async () => {
  const missing = new ApiProblem(404, 'missing_image', 'The picture front of the viewpoint a is missing.', '')
  await expect(refusing(missing)).rejects.toMatchObject({ status: 404, message: expect.stringContaining('map, voice and words play without') as string })
})

it('leaves every other failure as it is', async () => {
  const problem = ApiProblem.timedOut()
  await expect(refusing(problem)).rejects.toBe(problem)
})
