// Linked with all of the engine and with nothing else of the library: this would fail if the engine referred to it.
int main() { return 0; }
