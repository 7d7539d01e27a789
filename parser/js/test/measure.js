/** Returns how long it takes, in milliseconds, to load the model and to parse sentences; of many, the least, which other programs on the
 * machine disturb least. */
export async function measure(load) {
	const sentence = "The young teacher, who had come from the city, gave the children three red apples.";
	const time = async work => {
		const begun = performance.now();
		await work();
		return performance.now() - begun;
	};
	let nlp;
	const loading = await time(async () => nlp = await load("en"));
	const first = await time(() => nlp(sentence)), times = [];
	for (let i = 0; i < 40; i++) times.push(await time(() => nlp(sentence)));
	const many = await time(() => nlp(`${sentence} `.repeat(50)));
	nlp.close();
	const rounded = x => Math.round(x * 10) / 10;
	return {load: rounded(loading), "first sentence": rounded(first), "a sentence of 17 words": rounded(Math.min(...times)), "one of 50 in a text": rounded(many / 50)};
}
